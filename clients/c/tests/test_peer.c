/* Tests of a client with a faulty peer, played by a child process. */
#define _GNU_SOURCE

#include "peer.h"

/* Connecting ------------------------------------------------------------------------------------------------------ */

static void nobody_listens(void)
{
    struct gestured *connection = gestured_new(path);
    CHECK(gestured_connect(connection) == -1);
    CHECK(gestured_last_error(connection)->code == GESTURED_UNREACHABLE);
    CHECK(strstr(gestured_error_text(connection), "systemctl status gestured"));
    CHECK(strstr(gestured_error_text(connection), path));
    CHECK(gestured_may_pass(gestured_last_error(connection)->code));
    CHECK(gestured_subscribe(connection, NULL, NULL) == -1);
    CHECK(gestured_last_error(connection)->code == GESTURED_LOST);
    gestured_close(connection);
}

static void without_a_connection(void)
{
    struct gestured_event event;
    CHECK(gestured_connect(NULL) == -1 && gestured_reconnect(NULL) == -1 && gestured_next(NULL, &event) == -1);
    CHECK(gestured_subscribe(NULL, NULL, NULL) == -1 && gestured_request(NULL, "status", NULL) == NULL);
    CHECK(gestured_wait(NULL, 0) == -1 && gestured_fd(NULL) == -1 && !gestured_is_connected(NULL));
    CHECK(gestured_attach(NULL, NULL, NULL) == -1 && gestured_detach(NULL, NULL, NULL) == -1);
    CHECK(gestured_update(NULL, "[]", NULL) == -1);
    CHECK(gestured_set_enabled(NULL, "a", true) == -1 && gestured_set_private(NULL, "a", true) == -1 &&
           gestured_swallow(NULL, NULL) == -1 && gestured_unsubscribe(NULL, 1) == -1);
    CHECK(gestured_error_text(NULL) != NULL && gestured_last_error(NULL)->code != 0);
    gestured_close(NULL);
}

static void too_long_a_path(void)
{
    char long_path[300];
    memset(long_path, 'a', sizeof long_path);
    long_path[299] = 0;
    struct gestured *connection = gestured_new(long_path);
    CHECK(gestured_connect(connection) == -1 && gestured_last_error(connection)->code == GESTURED_MISUSE);
    gestured_close(connection);
}

static const char *greeting;

static void greets(int peer)
{
    says(peer, greeting);
    hangs_up(peer);
}

static void fails_to_greet(const char *with, int code, const char *text)
{
    greeting = with;
    with_peer(greets, false);
    struct gestured *connection = gestured_new(path);
    CHECK(gestured_connect(connection) == -1);
    CHECK(gestured_last_error(connection)->code == code);
    CHECK(strstr(gestured_error_text(connection), text));
    struct gestured_event event;
    CHECK(gestured_next(connection, &event) == -1);
    ends(connection);
}

static void wrong_greetings(void)
{
    fails_to_greet("{\"jsonrpc\":\"2.0\",\"method\":\"hello\",\"params\":{\"protocol\":2}}\n", GESTURED_PROTOCOL,
                   "version 2 ");
    fails_to_greet("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":"
                   "\"too many peers\",\"data\":{\"hint\":\"close some\"}}}\n", GESTURED_LIMIT,
                   "too many peers: close some");
    fails_to_greet("", GESTURED_LOST, "journal");
    fails_to_greet("HTTP/1.1 400 Bad Request\n", GESTURED_PROTOCOL, "greeting");
    fails_to_greet("{\"jsonrpc\":\"2.0\",\"method\":\"hel", GESTURED_LOST, "ended");
    fails_to_greet("[]\n", GESTURED_PROTOCOL, "greeting");
    fails_to_greet("{\"error\":7}\n", GESTURED_DEFECT, "without a reason");
}

static void says_nothing(int peer)
{
    char byte;
    if (read(peer, &byte, 1) != 0) _exit(5);
}

static void no_greeting_in_time(void)
{
    with_peer(says_nothing, false);
    struct gestured *connection = gestured_new(path);
    gestured_set_timeout(connection, 50);
    CHECK(gestured_connect(connection) == -1 && gestured_last_error(connection)->code == GESTURED_TIMEOUT);
    ends(connection);
}

static int all_is_said[2];

/* More than is read at once stands before the second answer, and all of it is there before the question. */
static void answers_others(int peer)
{
    static const char line[] = "{\"jsonrpc\":\"2.0\",\"id\":1000,\"result\":{}}\n";
    static char lines[140000];
    accepts_request(peer, "\"method\":\"status\"");
    for (size_t at = 0; at + sizeof line <= sizeof lines; at += sizeof line - 1) memcpy(lines + at, line, sizeof line);
    says(peer, lines);
    says(peer, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n");
    if (write(all_is_said[1], "", 1) != 1) _exit(5);
    hears(peer, "\"method\":\"status\"");
}

static void no_time_left_but_lines(void)
{
    char byte;
    if (pipe(all_is_said) != 0) abort();
    struct gestured *connection = connected_to(answers_others);
    NEED(gestured_request(connection, "status", NULL));
    NEED(read(all_is_said[0], &byte, 1) == 1);
    gestured_set_timeout(connection, 0);
    CHECK(gestured_request(connection, "status", NULL) == NULL);
    CHECK(gestured_last_error(connection)->code == GESTURED_TIMEOUT);
    gestured_close(connection);
    close(all_is_said[0]);
    close(all_is_said[1]);
    CHECK(over());
}

/* Garbage --------------------------------------------------------------------------------------------------------- */

static const char *garbage;

static void subscribes_then_babbles(int peer)
{
    subscribes(peer, 1);
    tells_gesture(peer, 1, 7, "began");
    says(peer, garbage);
    char byte;
    while (read(peer, &byte, 1) > 0) continue;
}

static void ends_after(const char *what)
{
    struct gestured_event event;
    garbage = what;
    struct gestured *connection = connected_to(subscribes_then_babbles);
    CHECK(gestured_subscribe(connection, NULL, NULL) == 1);
    CHECK(take(connection, &event) == 1 && event.kind == GESTURED_GESTURE && event.gesture.state == GESTURED_BEGAN);
    CHECK(take(connection, &event) == 1 && event.gesture.state == GESTURED_CANCELLED && event.synthesized);
    CHECK(event.gesture.gesture == 7 && event.gesture.seq == 0 && event.gesture.pinch.delta == 1);
    CHECK(event.gesture.pinch.scale == 1.5 && strcmp(event.gesture.recognizer, "zoom") == 0);
    CHECK(take(connection, &event) == 1 && event.kind == GESTURED_DISCONNECTED);
    CHECK(gestured_last_error(connection)->code == GESTURED_PROTOCOL);
    CHECK(take(connection, &event) == -1 && gestured_wait(connection, -1) == -1);
    CHECK(!gestured_is_connected(connection));
    CHECK(gestured_request(connection, "status", NULL) == NULL);
    ends(connection);
}

static void garbage_ends_the_connection(void)
{
    static const char *const all[] = {
        "gesture!\n", "42\n", "null\n", "[]\n", "\n", "\"\xff\xfe\"\n", "{\"a\":1\n", "{}}\n"};
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) ends_after(all[index]);
}

static void too_long_a_line(void)
{
    size_t length = 16 * 1024 * 1024 + 70000;
    char *line = malloc(length + 1);
    NEED(line);
    memset(line, ' ', length);
    line[length] = 0;
    ends_after(line);
    free(line);
}

static void babbles_instead_of_answering(int peer)
{
    hears(peer, "status");
    says(peer, "?\n");
    hangs_up(accepts());
}

static void garbage_fails_the_request(void)
{
    struct gestured *connection = connected_to(babbles_instead_of_answering);
    CHECK(gestured_request(connection, "status", NULL) == NULL);
    CHECK(gestured_last_error(connection)->code == GESTURED_PROTOCOL);
    CHECK(gestured_reconnect(connection) == -1 && gestured_last_error(connection)->code == GESTURED_LOST);
    CHECK(gestured_pause(connection) == 200);
    ends(connection);
}

/* Requests -------------------------------------------------------------------------------------------------------- */

static void answers_in_pieces(int peer)
{
    subscribes(peer, 1);
    hears(peer, "\"method\":\"status\"");
    tells_gesture(peer, 1, 1, "began");
    says(peer, "{\"jsonrpc\":\"2.0\",\"id\":999,\"result\":{}}\n");
    says(peer, "{\"jsonrpc\":\"2.0\",\"method\":\"capabilities\",\"params\":{\"capabilities\":[\"touches\"]}}\n");
    says(peer, "{\"jsonrpc\":\"2.0\",\"method\":\"weather\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"gesture\",\"params\":"
               "{\"subscription\":77}}\n");
    char answer[100];
    snprintf(answer, sizeof answer, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"uptime\":1.5}}\n",
             strtol(strstr(heard, "\"id\":") + 5, NULL, 10));
    for (char *at = answer; *at; at++) says(peer, (char[]){*at, 0});
    tells_gesture(peer, 1, 1, "ended");
    hears(peer, "gone");
    says(peer, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"too long\"}}\n");
    hears(peer, "\"params\":{\"subscription\":1}");
    tells_gesture(peer, 1, 2, "began");
    answers(peer, "\"result\":{}");
}

static void events_around_an_answer_stay(void)
{
    struct gestured_event event;
    double uptime = 0;
    struct gestured *connection = connected_to(answers_in_pieces);
    CHECK(strcmp(gestured_server(connection), "gestured 0.1.0") == 0);
    CHECK(gestured_has_capability(connection, "attach") && gestured_has_capability(connection, "gestures"));
    CHECK(!gestured_has_capability(connection, "gesture") && !gestured_has_capability(connection, "control"));
    struct gestured_snapshot snapshot;
    CHECK(gestured_subscribe(connection, NULL, &snapshot) == 1);
    CHECK(snapshot.surface_count == 1 && strcmp(snapshot.surfaces[0].name, "panel") == 0);
    const char *status = gestured_request(connection, "status", NULL);
    NEED(status);
    CHECK(gestured_json_number(status, "uptime", &uptime) == 0 && uptime == 1.5);
    struct pollfd poller = {.fd = gestured_fd(connection), .events = POLLIN};
    CHECK(poll(&poller, 1, 0) == 1); /* The socket may be empty, but there is an event. */
    CHECK(take(connection, &event) == 1 && event.gesture.state == GESTURED_BEGAN);
    CHECK(take(connection, &event) == 1 && event.gesture.state == GESTURED_ENDED);
    CHECK(gestured_next(connection, &event) == 0);
    CHECK(poll(&poller, 1, 0) == 0);
    CHECK(gestured_request(connection, "gone", "{\"a\":\n[1]}") == NULL);
    CHECK(gestured_last_error(connection)->code == GESTURED_NOT_JSON);
    CHECK(gestured_unsubscribe(connection, 1) == 0);
    CHECK(gestured_unsubscribe(connection, 1) == -1 && gestured_last_error(connection)->code == GESTURED_MISUSE);
    CHECK(gestured_has_capability(connection, "touches") && !gestured_has_capability(connection, "gestures"));
    while (take(connection, &event) == 1) CHECK(event.kind == GESTURED_DISCONNECTED);
    ends(connection);
}

static void reads_params(int peer)
{
    hears(peer, "\"params\":{\"recognizers\":[\"a\\\"\\u000a*\"],\"surfaces\":[],\"states\":[\"began\",\"failed\"],"
                "\"touches\":true,\"maxRate\":12.500000,\"coordinates\":\"region\",\"locations\":true,"
                "\"predicted\":true}}");
    answers(peer, "\"error\":{\"code\":-32602,\"message\":\"wrong\",\"data\":{\"path\":\"params.maxRate\","
        "\"hint\":\"less\","
                  "\"problems\":[\"one\",\"two\"]}}");
    hears(peer, "\"method\":\"attach\",\"params\":{\"regions\":[],\"recognizers\":[  {\"name\":\"a\"} ]}");
    answers(peer, "\"error\":[]");
    accepts_request(peer, "\"method\":\"detach\",\"params\":{}");
    accepts_request(peer, "\"method\":\"setEnabled\",\"params\":{\"recognizer\":\"ä\",\"enabled\":false}");
    accepts_request(peer, "\"method\":\"setPrivate\",\"params\":{\"region\":\"ä\",\"private\":true}");
    accepts_request(peer, "\"method\":\"swallow\",\"params\":{\"surface\":\"ä\"}");
    accepts_request(peer, "\"method\":\"swallow\",\"params\":{}");
}

static void params_are_json(void)
{
    static const char *const globs[] = {"a\"\n*", NULL}, *const none[] = {NULL};
    const struct gestured_filter filter = {
        globs, none, GESTURED_BEGAN | GESTURED_FAILED, true, 12.5, true, true, true, {0}};
    struct gestured *connection = connected_to(reads_params);
    CHECK(gestured_subscribe(connection, &filter, NULL) == -1);
    const struct gestured_error *error = gestured_last_error(connection);
    CHECK(error->code == GESTURED_WRONG_PARAMS && strcmp(error->path, "params.maxRate") == 0);
    CHECK(strcmp(error->hint, "less") == 0 && error->problem_count == 2 && strcmp(error->problems[1], "two") == 0);
    CHECK(strcmp(gestured_error_text(connection), "wrong (params.maxRate): less\n  one\n  two") == 0);
    CHECK(gestured_attach(connection, "[],\"recognizers\":[]", NULL) == -1 && error->code == GESTURED_MISUSE);
    CHECK(gestured_attach(connection, "{}", NULL) == -1 && error->code == GESTURED_MISUSE);
    CHECK(gestured_request(connection, "x", "[]") == NULL && error->code == GESTURED_MISUSE);
    CHECK(gestured_attach(connection, "[]", "[\n\n{\"name\":\"a\"} ]") == -1 && error->code == GESTURED_DEFECT);
    CHECK(gestured_detach(connection, NULL, NULL) == 0);
    CHECK(gestured_set_enabled(connection, "ä", false) == 0);
    CHECK(gestured_set_private(connection, "ä", true) == 0);
    CHECK(gestured_swallow(connection, "ä") == 0 && gestured_swallow(connection, NULL) == 0);
    char *many = malloc(70001);
    NEED(many);
    memset(many, ' ', 70000);
    memcpy(many, "[", 1);
    memcpy(many + 69999, "]", 2);
    CHECK(gestured_attach(connection, many, NULL) == -1 && error->code == GESTURED_NOT_JSON);
    free(many);
    ends(connection);
}

static void asks_and_dispatches(const struct gestured_event *event, void *data)
{
    struct gestured *connection = data;
    char before[64];
    snprintf(before, sizeof before, "%s", event->gesture.recognizer);
    CHECK(gestured_request(connection, "status", NULL) != NULL);
    CHECK(strcmp(before, event->gesture.recognizer) == 0); /* The event's texts are unchanged. */
}

static void tells_two_and_answers_two(int peer)
{
    subscribes(peer, 1);
    tells_gesture(peer, 1, 1, "recognized");
    for (int round = 0; round < 2; round++) {
        hears(peer, "status");
        if (round == 0) tells_gesture(peer, 1, 2, "recognized");
        answers(peer, "\"result\":{\"much\":\"................................................................\"}");
    }
    accepts_request(peer, "last");
}

static void callbacks_may_ask(void)
{
    struct gestured *connection = connected_to(tells_two_and_answers_two);
    CHECK(gestured_subscribe(connection, NULL, NULL) == 1);
    int events = 0;
    while (events < 2 && gestured_wait(connection, 10000) > 0) {
        int count = gestured_dispatch(connection, asks_and_dispatches, connection);
        if (count < 0) break;
        events += count;
    }
    CHECK(events == 2);
    CHECK(gestured_request(connection, "last", NULL) != NULL);
    ends(connection);
}

/* Losses ---------------------------------------------------------------------------------------------------------- */

static void is_lost_and_there_again(int peer)
{
    accepts_request(peer, "attach");
    accepts_request(peer, "attach");
    accepts_request(peer, "\"params\":{\"regions\":[\"page\"]}");
    accepts_request(peer, "setEnabled");
    subscribes(peer, 1);
    subscribes(peer, 2);
    tells_gesture(peer, 1, 7, "began");
    tells_gesture(peer, 1, 8, "began");
    tells_gesture(peer, 1, 8, "ended");
    says(peer, "{\"jsonrpc\":\"2.0\",\"method\":\"touch\",\"params\":{\"subscription\":2,\"surface\":"
        "\"panel\",\"time\":2.5,"
               "\"touches\":[{\"id\":3,\"phase\":\"began\",\"location\":{\"x\":5.0,\"y\":6.0},\"region\":\"root\"},"
               "{\"id\":4,\"phase\":\"began\"},{\"id\":4,\"phase\":\"ended\"}]}}\n{\"jsonrpc\":\"2.0\",\"meth");
    hangs_up(peer);
    peer = welcomes(); /* refused when it is attached again */
    hears(peer, "attach");
    answers(peer, "\"error\":{\"code\":-32000,\"message\":\"a limit\"}");
    hangs_up(peer);
    peer = welcomes();
    accepts_request(peer, "\"params\":{\"regions\":[{\"name\":\"bar\"}],\"recognizers\":[]}");
    accepts_request(peer, "\"recognizers\":[{\"name\":\"b\",\"requireToFail\":[],\"enabled\":false}]");
    subscribes(peer, 5);
    subscribes(peer, 6);
    tells_gesture(peer, 6, 70, "began");
    accepts_request(peer, "status");
}

static const struct gestured_filter with_touches = {.touches = true};

static void a_loss_is_told_and_mended(void)
{
    struct gestured_event event;
    struct gestured *connection = connected_to(is_lost_and_there_again);
    int descriptor = gestured_fd(connection);
    CHECK(gestured_attach(connection, "[{\"name\":\"page\"},{\"name\":\"bar\"}]", "[{\"name\":\"a\","
        "\"region\":\"page\"}]") == 0);
    CHECK(gestured_attach(connection, NULL, "[{\"name\":\"b\",\"requireToFail\":\"a\"}]") == 0);
    CHECK(gestured_detach(connection, "[\"page\"]", NULL) == 0);
    CHECK(gestured_set_enabled(connection, "b", false) == 0);
    CHECK(gestured_subscribe(connection, NULL, NULL) == 1 && gestured_subscribe(connection, &with_touches, NULL) == 2);
    for (int index = 0; index < 4; index++) CHECK(take(connection, &event) == 1 && !event.synthesized);
    bool gesture = false, touch = false;
    for (int index = 0; index < 2; index++) {
        NEED(take(connection, &event) == 1 && event.synthesized);
        if (event.kind == GESTURED_GESTURE) {
            CHECK(event.subscription == 1 && event.gesture.gesture == 7 && event.gesture.state == GESTURED_CANCELLED);
            gesture = true;
        } else {
            NEED(event.kind == GESTURED_TOUCHES && event.frame.touch_count == 1);
            CHECK(event.subscription == 2 && event.frame.touches[0].phase == GESTURED_TOUCH_CANCELLED);
            CHECK(event.frame.touches[0].id == 3 && event.frame.touches[0].previous_location.y == 6);
            CHECK(event.frame.time == 2.5);
            touch = true;
        }
    }
    CHECK(gesture && touch);
    CHECK(take(connection, &event) == 1 && event.kind == GESTURED_DISCONNECTED && event.subscription == 0);
    CHECK(take(connection, &event) == -1);
    CHECK(gestured_reconnect(connection) == -1 && gestured_last_error(connection)->code == GESTURED_LIMIT);
    CHECK(take(connection, &event) == -1); /* A failed attempt is not reported as another loss. */
    NEED(gestured_reconnect(connection) == 0);
    CHECK(gestured_fd(connection) == descriptor);
    for (int number = 1; number <= 2; number++) {
        CHECK(take(connection, &event) == 1 && event.kind == GESTURED_CONNECTED && event.subscription == number);
        CHECK(event.snapshot.surface_count == 1 && !event.synthesized);
    }
    CHECK(take(connection, &event) == 1 && event.subscription == 2 && event.gesture.gesture == 70);
    CHECK(gestured_request(connection, "status", NULL) != NULL);
    ends(connection);
}

static void tells_no_end(int peer)
{
    subscribes(peer, 1);
    for (int gesture = 1; gesture <= 5000; gesture++) tells_gesture(peer, 1, gesture, "began");
    hangs_up(peer);
}

static void endless_gestures_are_an_error(void)
{
    struct gestured_event event;
    int events = 0;
    struct gestured *connection = connected_to(tells_no_end);
    NEED(gestured_subscribe(connection, NULL, NULL) == 1);
    while (take(connection, &event) == 1) events += event.kind == GESTURED_GESTURE && !event.synthesized;
    CHECK(events == 4096 && gestured_last_error(connection)->code == GESTURED_PROTOCOL);
    ends(connection);
}

static void who_hears_no_ends_is_told_none(void)
{
    const struct gestured_filter filter = {.states = GESTURED_BEGAN};
    struct gestured_event event;
    int events = 0;
    struct gestured *connection = connected_to(tells_no_end);
    NEED(gestured_subscribe(connection, &filter, NULL) == 1);
    while (take(connection, &event) == 1) {
        events++;
        CHECK(!event.synthesized);
    }
    CHECK(events == 5001);
    ends(connection);
}

static void tells_much_then_answers(int peer)
{
    subscribes(peer, 1);
    /* Together, so that they arrive in large pieces that end within lines. */
    size_t size = 3000 * 400, length = 0;
    char *all = malloc(size);
    if (all == NULL) _exit(5);
    for (int gesture = 1; gesture <= 3000; gesture++) {
        length += (size_t)gesture_line(all + length, size - length, 1, gesture, "recognized");
    }
    says(peer, all);
    accepts_request(peer, "status");
    /* One more, followed by a line that is longer than any piece. */
    length = (size_t)gesture_line(all, size, 1, 3001, "recognized");
    length += (size_t)snprintf(all + length, size - length, "{\"method\":\"gesture\",\"params\":{\"subscription\":1,"
                               "\"state\":\"recognized\",\"gesture\":3002,\"later\":\"%0500000d\"}}\n", 0);
    says(peer, all);
}

static void an_answer_behind_many_events(void)
{
    struct gestured_event event;
    uint64_t gesture = 0;
    struct gestured *connection = connected_to(tells_much_then_answers);
    NEED(gestured_subscribe(connection, NULL, NULL) == 1);
    while (gesture < 1500 && take(connection, &event) == 1) CHECK(event.gesture.gesture == ++gesture);
    CHECK(gestured_request(connection, "status", NULL) != NULL);
    while (gesture < 3002 && take(connection, &event) == 1) CHECK(event.gesture.gesture == ++gesture);
    CHECK(gesture == 3002 && strlen(event.json) > 500000);
    ends(connection);
}

static void tells_until_nobody_reads(int peer)
{
    subscribes(peer, 1);
    char line[] = "{\"jsonrpc\":\"2.0\",\"method\":\"gesture\",\"params\":{\"subscription\":1,\"state\":"
        "\"recognized\"}}\n";
    long sent = 0;
    struct pollfd poller = {.fd = peer, .events = POLLOUT};
    while (poll(&poller, 1, 200) > 0) {
        ssize_t length = send(peer, line, sizeof line - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (length > 0) sent += length;
        if (sent > 4 * 1024 * 1024) _exit(6); /* The client reads data that the program did not request. */
    }
}

static void nothing_is_read_unasked(void)
{
    struct gestured *connection = connected_to(tells_until_nobody_reads);
    NEED(gestured_subscribe(connection, NULL, NULL) == 1);
    CHECK(over());
    gestured_close(connection);
}

/* Regions that move ----------------------------------------------------------------------------------------------- */

static void regions_move(int peer)
{
    accepts_request(peer, "\"regions\":[{\"name\":\"a\",\"frame\":1},{\"name\":\"b\",\"enabled\":false}]");
    accepts_request(peer, "\"regions\":[{\"name\":\"c\",\"above\":\"d\"},{\"name\":\"gone\"},"
                          "{\"name\":\"d\",\"above\":\"a\"}]");
    accepts_request(peer, "\"method\":\"update\",\"params\":{\"regions\":[{\"name\":\"b\",\"above\":null,"
                          "\"enabled\":true},{\"name\":\"a\",\"above\":\"c\",\"transform\":[0,1,-1,0,5,6]}]}");
    accepts_request(peer, "{\"regions\":[{\"shape\":\"ellipse\",\"name\":\"a\",\"transform\":[1],\"frame\":null}]}");
    accepts_request(peer, "detach");
    hears(peer, "update");
    answers(peer, "\"error\":{\"code\":-32602,\"message\":\"no such region\",\"data\":{\"path\":"
                  "\"params.regions[1].name\",\"hint\":\"did you mean `a`?\"}}");
    subscribes(peer, 1);
    hangs_up(peer);
    peer = welcomes();
    accepts_request(peer, "{\"regions\":[{\"name\":\"a\",\"frame\":1},{\"name\":\"b\",\"enabled\":false}],"
                          "\"recognizers\":[]}");
    accepts_request(peer, "{\"regions\":[{\"name\":\"c\"},{\"name\":\"d\"}],\"recognizers\":[]}");
    accepts_request(peer, "\"method\":\"update\",\"params\":{\"regions\":[{\"name\":\"a\",\"shape\":\"ellipse\","
                          "\"transform\":[1]}]}");
    accepts_request(peer, "\"method\":\"update\",\"params\":{\"regions\":[{\"name\":\"b\",\"enabled\":true}]}");
    accepts_request(peer, "\"method\":\"update\",\"params\":{\"regions\":[{\"name\":\"d\",\"above\":null},"
                          "{\"name\":\"c\",\"above\":null},{\"name\":\"a\",\"above\":null},"
                          "{\"name\":\"b\",\"above\":null}]}");
    subscribes(peer, 1);
    hangs_up(peer);
}

static void regions_are_where_they_were(void)
{
    struct gestured_event event = {0};
    struct gestured *connection = connected_to(regions_move);
    CHECK(gestured_attach(connection, "[{\"name\":\"a\",\"frame\":1},{\"name\":\"b\",\"enabled\":false}]", NULL) == 0);
    CHECK(gestured_attach(connection, "[{\"name\":\"c\",\"above\":\"d\"},{\"name\":\"gone\"},"
                                      "{\"name\":\"d\",\"above\":\"a\"}]", NULL) == 0);
    CHECK(gestured_update(connection, "[{\"name\":\"b\",\"above\":null,\"enabled\":true},"
                                      "{\"name\":\"a\",\"above\":\"c\",\"transform\":[0,1,-1,0,5,6]}]", NULL) == 0);
    CHECK(gestured_update(connection, "[{\"shape\":\"ellipse\",\"name\":\"a\",\"transform\":[1],"
                                      "\"frame\":null}]", NULL) == 0);
    CHECK(gestured_detach(connection, "[\"gone\"]", NULL) == 0);
    CHECK(gestured_update(connection, "[{\"name\":\"a\",\"enabled\":false,\"above\":null},{\"name\":\"x\"}]", NULL) == -1);
    const struct gestured_error *error = gestured_last_error(connection);
    CHECK(error->path && strcmp(error->path, "params.regions[1].name") == 0);
    CHECK(gestured_update(connection, "{}", NULL) == -1 && error->code == GESTURED_MISUSE);
    CHECK(gestured_subscribe(connection, NULL, NULL) == 1);
    while (take(connection, &event) == 1 && event.kind != GESTURED_DISCONNECTED) {}
    CHECK(gestured_reconnect(connection) == 0);
    CHECK(take(connection, &event) == 1 && event.kind == GESTURED_CONNECTED);
    ends(connection);
}

static void recognizers_change(int peer)
{
    accepts_request(peer, "\"recognizers\":[{\"name\":\"a\"},{\"name\":\"b\",\"blocks\":\"c\"},{\"name\":\"c\"}]");
    hears(peer, "attach");
    answers(peer, "\"result\":{\"regions\":[],\"recognizers\":[\"d\"],\"surfaces\":[],\"decided\":[\"d\"]}");
    accepts_request(peer, "{\"regions\":[],\"recognizers\":[{\"name\":\"a\",\"x\":1,\"enabled\":true,"
                          "\"requireToFail\":[\"b\",\"c\"]},{\"name\":\"b\",\"blocks\":null}]}");
    accepts_request(peer, "\"params\":{\"recognizers\":[{\"x\":null,\"name\":\"a\"}]}");
    accepts_request(peer, "setEnabled");
    accepts_request(peer, "setEnabled");
    accepts_request(peer, "detach");
    subscribes(peer, 1);
    hangs_up(peer);
    peer = welcomes();
    accepts_request(peer, "\"recognizers\":[{\"name\":\"a\",\"enabled\":false},{\"name\":\"b\",\"blocks\":[]}]}");
    accepts_request(peer, "\"recognizers\":[{\"name\":\"d\",\"type\":\"custom\"}]}");
    accepts_request(peer, "\"params\":{\"recognizers\":[{\"name\":\"a\",\"requireToFail\":[\"b\"],\"x\":null,"
                          "\"enabled\":false},{\"name\":\"b\",\"blocks\":null}]}");
    subscribes(peer, 1);
    hangs_up(peer);
}

static void recognizers_are_as_they_were(void)
{
    struct gestured_event event = {0};
    struct gestured *connection = connected_to(recognizers_change);
    CHECK(gestured_attach(connection, NULL, "[{\"name\":\"a\"},{\"name\":\"b\",\"blocks\":\"c\"},{\"name\":\"c\"}]")
          == 0);
    CHECK(gestured_attach(connection, NULL, "[{\"name\":\"d\",\"type\":\"custom\"}]") == 0);
    CHECK(gestured_update(connection, "[]", "[{\"name\":\"a\",\"x\":1,\"enabled\":true,\"requireToFail\":[\"b\",\"c\"]},"
                                            "{\"name\":\"b\",\"blocks\":null}]") == 0);
    CHECK(gestured_update(connection, NULL, "[{\"x\":null,\"name\":\"a\"}]") == 0);
    CHECK(gestured_set_enabled(connection, "a", false) == 0);
    CHECK(gestured_set_enabled(connection, "d", false) == 0); /* A configured one, which gestured keeps disabled. */
    CHECK(gestured_detach(connection, NULL, "[\"c\"]") == 0);
    CHECK(gestured_subscribe(connection, NULL, NULL) == 1);
    while (take(connection, &event) == 1 && event.kind != GESTURED_DISCONNECTED) {}
    CHECK(gestured_reconnect(connection) == 0);
    CHECK(take(connection, &event) == 1 && event.kind == GESTURED_CONNECTED);
    ends(connection);
}

static void tells_places_in_regions(int peer)
{
    subscribes(peer, 1);
    says(peer, "{\"jsonrpc\":\"2.0\",\"method\":\"gesture\",\"params\":{\"subscription\":1,\"state\":\"began\","
               "\"type\":\"pinch\",\"location\":{\"x\":2.0,\"y\":3.0},\"touches\":[3,4],\"locations\":"
               "[{\"x\":1.0,\"y\":2.0},{\"x\":3.0,\"y\":4.0}],\"scale\":1.5}}\n");
    tells_gesture(peer, 1, 0, "ended");
    says(peer, "{\"jsonrpc\":\"2.0\",\"method\":\"touch\",\"params\":{\"subscription\":1,\"touches\":"
               "[{\"id\":3,\"phase\":\"began\",\"tapCount\":2},{\"id\":4,\"phase\":\"began\"}]}}\n");
}

static void each_finger_has_a_place_and_a_count(void)
{
    struct gestured_event event;
    struct gestured *connection = connected_to(tells_places_in_regions);
    NEED(gestured_subscribe(connection, &with_touches, NULL) == 1);
    NEED(take(connection, &event) == 1 && event.gesture.location_count == 2);
    CHECK(event.gesture.locations[0].x == 1 && event.gesture.locations[1].y == 4 && event.gesture.pinch.scale == 1.5);
    CHECK(take(connection, &event) == 1 && event.gesture.location_count == 0);
    NEED(take(connection, &event) == 1 && event.frame.touch_count == 2);
    CHECK(event.frame.touches[0].tap_count == 2 && event.frame.touches[1].tap_count == 1);
    ends(connection);
}

/* Warnings -------------------------------------------------------------------------------------------------------- */

#define MISSPELLED "{\"glob\":\"tpa\",\"nearest\":\"tap\"}"
#define LISTS(others) \
    ",\"unmatched\":[" MISSPELLED others "],\"unmatchedSurfaces\":[{\"glob\":\"tpa\",\"nearest\":\"\\u001b\"}," \
    "{\"glob\":\"strange\"}]"

static void lists_globs_twice(int peer)
{
    subscribes_with(peer, 1, LISTS(""));
    hangs_up(peer);
    peer = welcomes();
    subscribes_with(peer, 1, LISTS(",{\"glob\":\"zo?n\"}"));
    hears(peer, "never");
}

static const char *const misspelled[] = {"tpa", "zo?n", NULL};
static const struct gestured_filter misspelled_filter = {.recognizers = misspelled, .surfaces = misspelled};

static void note_warning(const char *text, void *data)
{
    char *all = data;
    strcat(strcat(all, text), "\n");
}

static void each_glob_is_warned_of_once(void)
{
    char warnings[600] = "";
    struct gestured_event event = {0};
    with_peer(lists_globs_twice, true);
    struct gestured *connection = gestured_new(path);
    gestured_set_warning(connection, note_warning, warnings);
    CHECK(gestured_connect(connection) == 0 && gestured_subscribe(connection, &misspelled_filter, NULL) == 1);
    CHECK(strcmp(warnings, "`tpa` matches no recognizer now; did you mean `tap`?\n"
                           "`tpa` matches no surface now\n") == 0);
    while (take(connection, &event) == 1 && event.kind != GESTURED_DISCONNECTED) {}
    CHECK(gestured_reconnect(connection) == 0);
    CHECK(take(connection, &event) == 1 && event.kind == GESTURED_CONNECTED);
    CHECK(strstr(warnings, "surface now\n`zo?n` matches no recognizer now\n") != NULL);
    CHECK(strstr(warnings, "strange") == NULL && strstr(strstr(warnings, "`zo?n`"), "`tpa`") == NULL);
    gestured_close(connection);
    over(); /* The other side waits in vain. */
}

static void warns_of_regions(int peer)
{
    for (int request = 0; request < 2; request++) {
        hears(peer, request ? "update" : "attach");
        answers(peer, "\"result\":{\"warnings\":[\"`a` lies off `panel`\",\"\\u001b\"]}");
    }
}

static void each_warning_of_a_region_comes_once(void)
{
    char warnings[600] = "";
    with_peer(warns_of_regions, true);
    struct gestured *connection = gestured_new(path);
    gestured_set_warning(connection, note_warning, warnings);
    NEED(gestured_connect(connection) == 0);
    CHECK(gestured_attach(connection, "[{\"name\":\"a\"}]", NULL) == 0);
    CHECK(gestured_update(connection, "[{\"name\":\"a\"}]", NULL) == 0);
    CHECK(strcmp(warnings, "`a` lies off `panel`\n") == 0);
    ends(connection);
}

/* Questions ------------------------------------------------------------------------------------------------------- */

static void asks_to_begin(int peer, int number, const char *recognizer)
{
    char line[600];
    snprintf(line, sizeof line,
             "{\"jsonrpc\":\"2.0\",\"method\":\"question\",\"params\":{\"question\":%d,\"ask\":\"begin\","
             "\"recognizer\":\"%s\",\"gesture\":{\"recognizer\":\"%s\",\"type\":\"tap\",\"gesture\":7,"
             "\"state\":\"recognized\",\"surface\":\"panel\",\"region\":\"root\",\"time\":1.5,"
             "\"location\":{\"x\":1.0,\"y\":2.0},\"touches\":[3],\"taps\":2}}}\n", number, recognizer, recognizer);
    says(peer, line);
}

static void asks_to_receive(int peer, int number)
{
    char line[600];
    snprintf(line, sizeof line,
             "{\"jsonrpc\":\"2.0\",\"method\":\"question\",\"params\":{\"question\":%d,\"ask\":\"receive\","
             "\"recognizer\":\"a\",\"touch\":{\"surface\":\"panel\",\"time\":2.5,\"id\":9,\"phase\":\"began\","
             "\"location\":{\"x\":3.0,\"y\":4.0},\"previousLocation\":{\"x\":3.0,\"y\":4.0},"
             "\"region\":\"root\",\"tapCount\":2}}}\n", number);
    says(peer, line);
}

static void asks_about_a_pair(int peer, int number)
{
    char line[300];
    snprintf(line, sizeof line,
             "{\"jsonrpc\":\"2.0\",\"method\":\"question\",\"params\":{\"question\":%d,\"ask\":\"simultaneous\","
             "\"recognizer\":\"a\",\"pair\":{\"surface\":\"panel\",\"time\":3.5,\"other\":\"b\"}}}\n", number);
    says(peer, line);
}

static void hears_answer(int peer, int number, bool yes)
{
    char text[100];
    snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"method\":\"answer\",\"params\":{\"question\":%d,\"yes\":%s}}",
             number, yes ? "true" : "false");
    hears(peer, text);
}

static void asks_everything(int peer)
{
    accepts_request(peer, "\"recognizers\":[{\"name\":\"a\",\"ask\":[\"begin\",\"receive\"]}]");
    subscribes(peer, 1);
    tells_gesture(peer, 1, 1, "began");
    asks_to_begin(peer, 1, "a");
    says(peer, "{\"jsonrpc\":\"2.0\",\"method\":\"question\",\"params\":{\"question\":2,\"ask\":\"end\","
               "\"recognizer\":\"a\",\"gesture\":{}}}\n"
               "{\"jsonrpc\":\"2.0\",\"method\":\"question\",\"params\":{\"question\":3,\"ask\":\"receive\","
               "\"recognizer\":\"a\"}}\n"
               "{\"jsonrpc\":\"2.0\",\"method\":\"question\",\"params\":{\"ask\":\"receive\",\"touch\":{}}}\n");
    asks_to_receive(peer, 4);
    tells_gesture(peer, 1, 1, "ended");
}

static void asks(int peer)
{
    asks_everything(peer);
    hears_answer(peer, 1, true);
    hears_answer(peer, 4, false);
    asks_about_a_pair(peer, 5);
    hears_answer(peer, 5, true);
    hangs_up(peer);
}

static bool is_with_b(const struct gestured_question *question, void *data)
{
    (void)data;
    CHECK(question->ask == GESTURED_SHOULD_RECOGNIZE_SIMULTANEOUSLY && strcmp(question->surface, "panel") == 0);
    return question->time == 3.5 && strcmp(question->other, "b") == 0;
}

static bool is_double(const struct gestured_question *question, void *data)
{
    CHECK(*(int *)data == 1); /* The event before it was taken. */
    CHECK(strcmp(question->recognizer, "a") == 0 && strcmp(question->gesture.recognizer, "a") == 0);
    CHECK(question->ask == GESTURED_SHOULD_BEGIN && question->time == 1.5 && question->gesture.seq == 0);
    CHECK(question->gesture.state == GESTURED_RECOGNIZED && question->gesture.location.y == 2);
    return question->gesture.type == GESTURED_TAP && question->gesture.tap.taps == 2;
}

static bool is_first(const struct gestured_question *question, void *data)
{
    (void)data;
    CHECK(question->ask == GESTURED_SHOULD_RECEIVE && strcmp(question->surface, "panel") == 0);
    CHECK(question->time == 2.5 && question->touch.id == 9 && question->touch.location.x == 3);
    CHECK(question->touch.phase == GESTURED_TOUCH_BEGAN && question->touch.force == -1);
    return question->touch.tap_count == 1;
}

static const char asking[] = "[{\"name\":\"a\",\"ask\":[\"begin\",\"receive\"]}]";

static void functions_answer(void)
{
    struct gestured_event event;
    int events = 0;
    const struct gestured_delegate delegate = {
        .should_begin = is_double, .should_receive = is_first, .data = &events,
        .should_recognize_simultaneously = is_with_b};
    with_peer(asks, true);
    struct gestured *connection = gestured_new(path);
    gestured_set_delegate(connection, &delegate);
    NEED(gestured_connect(connection) == 0 && gestured_attach(connection, NULL, asking) == 0);
    NEED(gestured_subscribe(connection, NULL, NULL) == 1);
    for (; take(connection, &event) == 1 && event.kind == GESTURED_GESTURE; events++) continue;
    CHECK(events == 2 && event.kind == GESTURED_DISCONNECTED);
    ends(connection);
}

static void asks_for_later(int peer)
{
    asks_everything(peer);
    hears_answer(peer, 4, true);
    hears_answer(peer, 1, false);
    asks_to_begin(peer, 5, "a");
    hears(peer, "status");
    asks_to_begin(peer, 6, "a");
    hangs_up(peer); /* The client has questions 1, 4 and 5. */
    peer = welcomes();
    accepts_request(peer, "\"ask\":[\"begin\",\"receive\"]");
    subscribes(peer, 1);
    asks_to_receive(peer, 1);
    hears_answer(peer, 1, true);
}

static void a_program_answers_later(void)
{
    struct gestured_event event;
    uint64_t questions[4] = {0};
    int count = 0;
    with_peer(asks_for_later, true);
    struct gestured *connection = gestured_new(path);
    const struct gestured_delegate delegate = {.should_begin = is_double};
    gestured_set_delegate(connection, &delegate);
    gestured_set_delegate(connection, NULL);
    NEED(gestured_connect(connection) == 0 && gestured_attach(connection, NULL, asking) == 0);
    CHECK(gestured_answer(connection, 1, true) == -1 && gestured_last_error(connection)->code == GESTURED_MISUSE);
    NEED(gestured_subscribe(connection, NULL, NULL) == 1);
    while (count < 2 && take(connection, &event) == 1) {
        if (event.kind != GESTURED_QUESTION) continue;
        CHECK(event.subscription == 0 && strcmp(event.question.recognizer, "a") == 0);
        CHECK(event.json && strstr(event.json, "\"question\":"));
        questions[count++] = event.question.number;
    }
    CHECK(gestured_answer(connection, questions[1], true) == 0);
    CHECK(gestured_answer(connection, questions[0], false) == 0);
    while (take(connection, &event) == 1 && event.kind != GESTURED_QUESTION) continue;
    questions[2] = event.question.number;
    CHECK(gestured_answer(connection, questions[2] + 1, true) == -1);
    CHECK(gestured_request(connection, "status", NULL) == NULL);
    /* What was asked before the loss, and not yet taken, is over. */
    while (take(connection, &event) == 1) CHECK(event.kind != GESTURED_QUESTION);
    CHECK(gestured_answer(connection, questions[2], false) == 0);
    NEED(gestured_reconnect(connection) == 0);
    CHECK(gestured_answer(connection, questions[2], false) == 0); /* It is not number 1 of the new connection. */
    while (take(connection, &event) == 1 && event.kind != GESTURED_QUESTION) continue;
    CHECK(event.question.ask == GESTURED_SHOULD_RECEIVE && event.question.number > questions[2]);
    CHECK(gestured_answer(connection, event.question.number, true) == 0);
    CHECK(gestured_answer(NULL, 1, true) == -1);
    ends(connection);
}

int main(void)
{
    makes_folder();
    run("a missing daemon is an error with a remedy", nobody_listens);
    run("every function works without a connection", without_a_connection);
    run("a path that is too long is an error", too_long_a_path);
    run("another protocol, an error and garbage instead of the greeting are errors", wrong_greetings);
    run("the wait for a missing greeting ends at the timeout", no_greeting_in_time);
    run("garbage ends the connection, after earlier events, and gestures under way are cancelled",
        garbage_ends_the_connection);
    run("a line of more than 16 MiB ends the connection", too_long_a_line);
    run("garbage fails the waiting request", garbage_fails_the_request);
    run("the timeout for an answer applies also while there is more to read", no_time_left_but_lines);
    run("events around an answer are kept, and the descriptor is readable", events_around_an_answer_stay);
    run("params are JSON, and other text is not sent", params_are_json);
    run("a callback may make requests, and its event stays", callbacks_may_ask);
    run("a loss is reported and repaired: attached, subscribed, with the previous numbers", a_loss_is_told_and_mended);
    run("more gestures under way than there are fingers are an error, not memory", endless_gestures_are_an_error);
    run("a subscription without every end receives none from this client", who_hears_no_ends_is_told_none);
    run("an answer behind many events is found, and they stay in order", an_answer_behind_many_events);
    run("nothing is read until it is taken", nothing_is_read_unasked);
    run("regions are attached again, then moved to where they were last, and into their order",
        regions_are_where_they_were);
    run("recognizers are attached again with what has changed of them", recognizers_are_as_they_were);
    run("functions answer questions, in the order of the events", functions_answer);
    run("questions are events that are answered later, but not those of a lost connection", a_program_answers_later);
    run("each finger of a gesture has a place, each touch a count of taps", each_finger_has_a_place_and_a_count);
    run("each warning of a region comes once", each_warning_of_a_region_comes_once);
    run("each glob that matches nothing causes one warning, with the nearest name", each_glob_is_warned_of_once);
    rmdir(folder);
    return finish();
}
