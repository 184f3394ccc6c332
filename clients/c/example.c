/* Example: tells double taps from single ones, and survives restarts of the daemon. */
#include "gestured.h"

#include <poll.h>
#include <stdio.h>

static const char recognizers[] = "[{\"name\":\"double\",\"type\":\"tap\",\"numberOfTapsRequired\":2},"
                                  "{\"name\":\"single\",\"type\":\"tap\",\"requireToFail\":[\"double\"]}]";

int main(void)
{
    const struct gestured_filter filter = {.recognizers = (const char *const[]){"double", "single", NULL}};
    struct gestured *connection = gestured_new(NULL);
    struct gestured_event event;
    int failed = gestured_connect(connection) || gestured_attach(connection, NULL, recognizers)
        || gestured_subscribe(connection, &filter, NULL) < 0;
    while (!failed) {
        gestured_wait(connection, -1);
        while (gestured_next(connection, &event) > 0) {
            if (event.kind != GESTURED_GESTURE) continue;
            printf("%s tap at %g, %g\n", event.gesture.recognizer, event.gesture.location.x, event.gesture.location.y);
        }
        while (!failed && !gestured_is_connected(connection)) {
            poll(NULL, 0, gestured_pause(connection));
            failed = gestured_reconnect(connection) && !gestured_may_pass(gestured_last_error(connection)->code);
        }
    }
    return fprintf(stderr, "%s\n", gestured_error_text(connection)), 1;
}
