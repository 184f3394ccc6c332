/* Example: a recognizer with rules of its own, a checkmark: one finger down to the right, then up to the right. */
#include "gestured.h"

#include <stdio.h>

struct checkmark {
    size_t fingers;
    bool is_up;
    char turn[80]; /* where the finger turned upward, as JSON; empty if it never went down */
};

static void touches_began(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    struct checkmark *mark = data;
    mark->fingers += attempt->touch_count;
    if (mark->fingers > 1) gestured_recognize(connection, attempt->number, GESTURED_FAILED, NULL, "a second finger");
}

static void touches_moved(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    struct checkmark *mark = data;
    const struct gestured_point now = attempt->touches[0].location, before = attempt->touches[0].previous_location;
    if (mark->is_up) return;
    if (now.x < before.x) gestured_recognize(connection, attempt->number, GESTURED_FAILED, NULL, "moved to the left");
    else if (now.y < before.y) mark->is_up = true;
    else snprintf(mark->turn, sizeof mark->turn, "{\"midpoint\":{\"x\":%f,\"y\":%f}}", now.x, now.y);
}

/* They have lifted, or were cancelled. */
static void touches_ended(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    const struct checkmark *mark = data;
    const bool is_mark = mark->is_up && attempt->phase == GESTURED_TOUCH_ENDED;
    gestured_recognize(connection, attempt->number, is_mark ? GESTURED_RECOGNIZED : GESTURED_FAILED,
                       *mark->turn ? mark->turn : NULL, is_mark ? "went up and lifted" : "did not go up");
}

static void reset(struct gestured *connection, const struct gestured_reset *reset, void *data)
{
    (void)connection, (void)reset;
    *(struct checkmark *)data = (struct checkmark){0};
}

static const struct gestured_methods checkmark = {
    touches_began, touches_moved, touches_ended, .touches_cancelled = touches_ended, .reset = reset};

int main(void)
{
    const struct gestured_filter filter = {.recognizers = (const char *const[]){"checkmark", NULL}};
    struct gestured *connection = gestured_new(NULL);
    struct checkmark mark = {0};
    struct gestured_event event;
    bool failed = gestured_set_methods(connection, "checkmark", &checkmark, &mark) || gestured_connect(connection)
        || gestured_attach(connection, NULL, "[{\"name\":\"checkmark\",\"type\":\"custom\"}]")
        || gestured_subscribe(connection, &filter, NULL) < 0;
    while (!failed && gestured_wait(connection, -1) >= 0)
        while (gestured_next(connection, &event) > 0)
            if (event.kind == GESTURED_GESTURE) printf("%s: %s\n", event.gesture.recognizer, event.json);
    return fprintf(stderr, "%s\n", gestured_error_text(connection)), 1;
}
