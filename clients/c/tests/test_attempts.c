/* Tests of recognizers that the program decides, with a peer that a child process plays. */
#define _GNU_SOURCE

#include "peer.h"

#define DECIDES(attempt, change, others)                                                                        \
    "\"method\":\"recognize\",\"params\":{\"recognizer\":\"mark\",\"attempt\":" attempt ",\"change\":" change     \
    others "}}"

/* An attempt of `mark` with one finger, whose id is that of the attempt. */
static void tells_touch(int peer, int attempt, int change, const char *phase, bool must_answer)
{
    char line[600];
    snprintf(line, sizeof line,
             "{\"jsonrpc\":\"2.0\",\"method\":\"attempt\",\"params\":{\"recognizer\":\"mark\",\"attempt\":%d,"
             "\"change\":%d,%s\"surface\":\"panel\",\"time\":1.5,\"touches\":[{\"id\":%d,\"phase\":\"%s\","
             "\"location\":{\"x\":3.0,\"y\":4.0},\"previousLocation\":{\"x\":2.0,\"y\":4.5},\"region\":\"canvas\","
             "\"tapCount\":1}]}}\n", attempt, change, must_answer ? "\"answer\":true," : "", attempt, phase);
    says(peer, line);
}

static void tells_reset(int peer, int attempt, const char *outcome)
{
    char line[300];
    snprintf(line, sizeof line,
             "{\"jsonrpc\":\"2.0\",\"method\":\"reset\",\"params\":{\"recognizer\":\"mark\",\"attempt\":%d,"
             "\"outcome\":\"%s\",\"reason\":\"pan was first\"}}\n", attempt, outcome);
    says(peer, line);
}

static const char custom[] = "[{\"name\":\"mark\",\"type\":\"custom\"}]";

static struct gestured *attached_to(void (*script)(int peer))
{
    struct gestured *connection = connected_to(script);
    CHECK(gestured_attach(connection, NULL, custom) == 0);
    return connection;
}

static bool refuses(struct gestured *connection, const char *text)
{
    const struct gestured_error *error = gestured_last_error(connection);
    return error->code == GESTURED_MISUSE && strstr(gestured_error_text(connection), text);
}

/* Events and decisions -------------------------------------------------------------------------------------------- */

static void tells_a_whole_attempt(int peer)
{
    accepts_request(peer, "\"recognizers\":[{\"name\":\"mark\",\"type\":\"custom\"}]");
    tells_touch(peer, 12, 5, "began", true);
    accepts_request(peer, DECIDES("12", "5", ""));
    accepts_request(peer, DECIDES("12", "5", ",\"ignore\":[77]"));
    tells_touch(peer, 12, 6, "moved", false);
    accepts_request(peer, DECIDES("12", "6", ",\"state\":\"began\",\"values\":{ \"scale\": 1.5},"
                                             "\"reason\":\"\\\"up\\\"\""));
    tells_touch(peer, 12, 9, "ended", false);
    accepts_request(peer, DECIDES("12", "9", ",\"state\":\"ended\""));
    tells_reset(peer, 12, "ended");
    accepts_request(peer, "status");
}

static void a_whole_attempt(void)
{
    struct gestured_event event;
    const struct gestured_attempt *attempt = &event.attempt;
    struct gestured *connection = attached_to(tells_a_whole_attempt);
    NEED(take(connection, &event) == 1 && event.kind == GESTURED_ATTEMPT && event.subscription == 0);
    const uint64_t number = attempt->number;
    CHECK(strcmp(attempt->recognizer, "mark") == 0 && strcmp(attempt->surface, "panel") == 0 && attempt->time == 1.5);
    CHECK(attempt->phase == GESTURED_TOUCH_BEGAN && attempt->change == 5 && attempt->must_answer);
    CHECK(attempt->state == GESTURED_POSSIBLE && event.json && strstr(event.json, "\"answer\":true"));
    NEED(attempt->touch_count == 1);
    CHECK(attempt->touches[0].id == 12 && attempt->touches[0].location.x == 3);
    CHECK(attempt->touches[0].previous_location.y == 4.5 && strcmp(attempt->touches[0].region, "canvas") == 0);
    CHECK(gestured_recognize(connection, number, GESTURED_POSSIBLE, NULL, NULL) == 0);
    CHECK(gestured_ignore(connection, number, 77) == 0);
    NEED(take(connection, &event) == 1 && event.kind == GESTURED_ATTEMPT && attempt->number == number);
    CHECK(attempt->phase == GESTURED_TOUCH_MOVED && !attempt->must_answer && attempt->state == GESTURED_POSSIBLE);
    CHECK(gestured_recognize(connection, number, GESTURED_BEGAN, "{\n\"scale\": 1.5}", "\"up\"") == 0);
    NEED(take(connection, &event) == 1 && event.kind == GESTURED_ATTEMPT);
    CHECK(attempt->phase == GESTURED_TOUCH_ENDED && attempt->change == 9 && attempt->state == GESTURED_BEGAN);
    CHECK(gestured_recognize(connection, number, GESTURED_ENDED, NULL, NULL) == 0);
    NEED(take(connection, &event) == 1 && event.kind == GESTURED_RESET && !event.synthesized);
    CHECK(event.reset.attempt == number && event.reset.outcome == GESTURED_ENDED && event.subscription == 0);
    CHECK(strcmp(event.reset.recognizer, "mark") == 0 && strcmp(event.reset.reason, "pan was first") == 0);
    CHECK(gestured_recognize(connection, number, GESTURED_FAILED, NULL, NULL) == 0); /* It is over: nothing is sent. */
    CHECK(gestured_ignore(connection, number, 77) == 0);
    CHECK(gestured_request(connection, "status", NULL) != NULL);
    ends(connection);
}

static void tells_and_accepts(int peer)
{
    accepts_request(peer, "attach");
    tells_touch(peer, 1, 1, "began", false);
    accepts_request(peer, "\"state\":\"began\"");
    accepts_request(peer, "\"state\":\"changed\"");
    accepts_request(peer, "\"state\":\"cancelled\"");
    tells_touch(peer, 1, 2, "moved", true); /* It crosses the decision. */
    accepts_request(peer, "status");
}

static void illegal_states_are_refused(void)
{
    static const enum gestured_state all[] = {GESTURED_BEGAN, GESTURED_RECOGNIZED, GESTURED_FAILED, GESTURED_CHANGED,
                                              GESTURED_ENDED, GESTURED_CANCELLED};
    static const enum gestured_state active[] = {GESTURED_BEGAN, GESTURED_CHANGED};
    struct gestured_event event;
    struct gestured *connection = attached_to(tells_and_accepts);
    CHECK(gestured_recognize(connection, 1, GESTURED_BEGAN, NULL, NULL) == -1);
    CHECK(refuses(connection, "no such attempt"));
    NEED(take(connection, &event) == 1);
    const uint64_t number = event.attempt.number;
    CHECK(gestured_recognize(connection, number + 1, GESTURED_BEGAN, NULL, NULL) == -1);
    CHECK(gestured_ignore(connection, 0, 1) == -1 && refuses(connection, "no such attempt"));
    CHECK(gestured_recognize(connection, number, GESTURED_BEGAN, "[1]", NULL) == -1);
    CHECK(refuses(connection, "the values are not a JSON object"));
    CHECK(gestured_recognize(connection, number, GESTURED_BEGAN, "{},\"state\":1", NULL) == -1);
    CHECK(gestured_recognize(connection, number, (enum gestured_state)64, NULL, NULL) == -1);
    for (int index = 3; index < 6; index++) {
        CHECK(gestured_recognize(connection, number, all[index], NULL, NULL) == -1);
        CHECK(refuses(connection, "recognized, began or failed"));
    }
    for (int round = 0; round < 2; round++) {
        CHECK(gestured_recognize(connection, number, active[round], NULL, NULL) == 0);
        for (int index = 0; index < 3; index++) {
            CHECK(gestured_recognize(connection, number, all[index], NULL, NULL) == -1);
            CHECK(refuses(connection, "changed, ended or cancelled"));
        }
    }
    CHECK(gestured_recognize(connection, number, GESTURED_CANCELLED, NULL, NULL) == 0);
    for (int index = 0; index < 6; index++) {
        CHECK(gestured_recognize(connection, number, all[index], NULL, NULL) == -1);
        CHECK(refuses(connection, "until its reset"));
    }
    CHECK(gestured_request(connection, "status", NULL) != NULL);
    while (take(connection, &event) == 1) CHECK(event.kind != GESTURED_ATTEMPT);
    ends(connection);
}

static void refuses_values(int peer)
{
    accepts_request(peer, "attach");
    tells_touch(peer, 1, 1, "began", true);
    hears(peer, "\"values\":{\"scale\":[]}");
    answers(peer, "\"error\":{\"code\":-32602,\"message\":\"wrong type\",\"data\":{\"path\":\"params.values.scale\","
                  "\"hint\":\"expected a number\"}}");
    hears(peer, "\"state\":\"recognized\"");
    answers(peer, "\"result\":{\"over\":true}");
}

static void a_refused_decision_changes_nothing(void)
{
    struct gestured_event event;
    struct gestured *connection = attached_to(refuses_values);
    NEED(take(connection, &event) == 1);
    CHECK(gestured_recognize(connection, event.attempt.number, GESTURED_BEGAN, "{\"scale\":[]}", NULL) == -1);
    CHECK(strcmp(gestured_error_text(connection), "wrong type (params.values.scale): expected a number") == 0);
    /* It is still possible, and the result may be that it was over. */
    CHECK(gestured_recognize(connection, event.attempt.number, GESTURED_RECOGNIZED, NULL, NULL) == 0);
    ends(connection);
}

/* Methods --------------------------------------------------------------------------------------------------------- */

static char called[200];
static struct gestured_attempt last_attempt;
static struct gestured_reset last_reset;

static void note(const char *word)
{
    strcat(strcat(called, called[0] ? " " : ""), word);
}

static void note_began(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    note(data);
    note("began");
    last_attempt = *attempt;
    if (attempt->change == 1) CHECK(gestured_recognize(connection, attempt->number, GESTURED_FAILED, NULL, "one") == 0);
    if (attempt->change == 7) CHECK(gestured_recognize(connection, attempt->number, GESTURED_ENDED, NULL, NULL) == -1);
}

static void note_moved(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    (void)connection, (void)data;
    note("moved");
    CHECK(attempt->phase == GESTURED_TOUCH_MOVED);
}

static void note_ended(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    (void)data;
    note("ended");
    CHECK(gestured_ignore(connection, attempt->number, attempt->touches[0].id) == 0);
    CHECK(strcmp(attempt->recognizer, "mark") == 0 && attempt->touches[0].id == 2); /* They are unchanged. */
}

static void note_cancelled(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    const struct gestured_methods none = {0};
    (void)attempt, (void)data;
    note("cancelled");
    CHECK(gestured_set_methods(connection, "mark", &none, NULL) == 0);
    CHECK(gestured_set_methods(connection, "mark", NULL, NULL) == 0);
}

static void note_reset(struct gestured *connection, const struct gestured_reset *reset, void *data)
{
    (void)connection, (void)data;
    note("reset");
    last_reset = *reset;
}

static const struct gestured_methods notes = {note_began, note_moved, note_ended, note_cancelled, note_reset, {0}};

static void tells_methods(int peer)
{
    accepts_request(peer, "attach");
    subscribes(peer, 1);
    tells_touch(peer, 1, 1, "began", true); /* The method decides. */
    accepts_request(peer, DECIDES("1", "1", ",\"state\":\"failed\",\"reason\":\"one\""));
    tells_reset(peer, 1, "failed");
    tells_touch(peer, 2, 7, "began", true); /* Its decision is refused. */
    hears(peer, "{\"jsonrpc\":\"2.0\"," DECIDES("2", "7", ""));
    tells_gesture(peer, 1, 1, "began");
    tells_touch(peer, 2, 8, "moved", true); /* The method decides nothing. */
    hears(peer, "{\"jsonrpc\":\"2.0\"," DECIDES("2", "8", ""));
    tells_touch(peer, 2, 9, "moved", false); /* Nobody waits. */
    tells_touch(peer, 2, 10, "ended", true); /* What it ignores is a decision. */
    accepts_request(peer, DECIDES("2", "10", ",\"ignore\":[2]"));
    tells_touch(peer, 2, 11, "cancelled", true); /* The method removes all methods. */
    hears(peer, "{\"jsonrpc\":\"2.0\"," DECIDES("2", "11", ""));
    tells_touch(peer, 2, 12, "moved", true); /* This is an event, and no answer of the library's. */
    accepts_request(peer, "status");
    tells_touch(peer, 2, 13, "moved", true); /* There are methods, but none for that. */
    hears(peer, "{\"jsonrpc\":\"2.0\"," DECIDES("2", "13", ""));
    tells_reset(peer, 2, "failed");
    tells_gesture(peer, 1, 1, "ended");
}

static void methods_are_called_in_order(void)
{
    const struct gestured_methods none = {0}, later = {.reserved = {0, 0, 1}};
    struct gestured_event event;
    struct gestured *connection = attached_to(tells_methods);
    called[0] = 0;
    CHECK(gestured_set_methods(connection, NULL, &notes, NULL) == -1);
    CHECK(gestured_set_methods(connection, "mark", &later, NULL) == -1 && refuses(connection, "reserved"));
    CHECK(gestured_set_methods(connection, "others", &none, NULL) == 0);
    CHECK(gestured_set_methods(connection, "mark", &none, NULL) == 0);
    CHECK(gestured_set_methods(connection, "mark", &notes, "mark") == 0);
    NEED(gestured_subscribe(connection, NULL, NULL) == 1);
    NEED(take(connection, &event) == 1 && event.kind == GESTURED_GESTURE);
    CHECK(strcmp(called, "mark began reset mark began") == 0);
    CHECK(last_attempt.state == GESTURED_POSSIBLE && last_reset.outcome == GESTURED_FAILED);
    NEED(take(connection, &event) == 1 && event.kind == GESTURED_ATTEMPT);
    CHECK(event.attempt.change == 12 && event.attempt.must_answer);
    CHECK(strcmp(called, "mark began reset mark began moved moved ended cancelled") == 0);
    CHECK(gestured_request(connection, "status", NULL) != NULL);
    CHECK(gestured_set_methods(connection, "mark", &none, NULL) == 0);
    CHECK(take(connection, &event) == 1 && event.gesture.state == GESTURED_ENDED);
    ends(connection);
}

/* Losses ---------------------------------------------------------------------------------------------------------- */

static void loses_attempts(int peer)
{
    accepts_request(peer, "attach");
    tells_touch(peer, 3, 1, "began", false);
    accepts_request(peer, "\"state\":\"began\"");
    tells_touch(peer, 4, 1, "began", true);
    hangs_up(peer);
    peer = welcomes();
    accepts_request(peer, "\"recognizers\":[{\"name\":\"mark\",\"type\":\"custom\"}]");
    tells_touch(peer, 3, 2, "began", true);
    hears(peer, DECIDES("3", "2", ""));
    hangs_up(peer);
}

static void a_loss_ends_attempts(void)
{
    struct gestured_event event;
    uint64_t numbers[2] = {0};
    struct gestured *connection = attached_to(loses_attempts);
    NEED(take(connection, &event) == 1 && event.kind == GESTURED_ATTEMPT);
    numbers[0] = event.attempt.number;
    CHECK(gestured_recognize(connection, numbers[0], GESTURED_BEGAN, NULL, NULL) == 0);
    NEED(take(connection, &event) == 1 && event.kind == GESTURED_ATTEMPT);
    numbers[1] = event.attempt.number;
    for (int index = 0; index < 2; index++) {
        NEED(take(connection, &event) == 1 && event.kind == GESTURED_RESET && event.synthesized);
        CHECK(event.reset.attempt == numbers[index] && event.reset.outcome == GESTURED_CANCELLED);
        CHECK(strcmp(event.reset.reason, "the connection is lost") == 0);
        CHECK(strcmp(event.reset.recognizer, "mark") == 0);
    }
    CHECK(take(connection, &event) == 1 && event.kind == GESTURED_DISCONNECTED);
    CHECK(gestured_recognize(connection, numbers[0], GESTURED_ENDED, NULL, NULL) == 0);
    /* Now methods take the others. */
    called[0] = 0;
    CHECK(gestured_set_methods(connection, "mark", &notes, "other") == 0);
    NEED(gestured_reconnect(connection) == 0);
    CHECK(gestured_ignore(connection, numbers[1], 4) == 0);
    NEED(take(connection, &event) == 1 && event.kind == GESTURED_DISCONNECTED);
    CHECK(strcmp(called, "other began reset") == 0 && last_reset.outcome == GESTURED_CANCELLED);
    CHECK(last_reset.attempt == last_attempt.number && last_attempt.number > numbers[1]);
    CHECK(take(connection, &event) == -1);
    ends(connection);
}

static void does_not_answer(int peer)
{
    char byte;
    accepts_request(peer, "attach");
    tells_touch(peer, 1, 1, "began", true);
    hears(peer, "\"state\":\"failed\"");
    while (read(peer, &byte, 1) > 0) continue;
}

static void fail_within(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    (void)data;
    CHECK(gestured_recognize(connection, attempt->number, GESTURED_FAILED, NULL, NULL) == -1);
    CHECK(gestured_last_error(connection)->code == GESTURED_TIMEOUT);
}

static void silence_does_not_hang_a_method(void)
{
    const struct gestured_methods methods = {.touches_began = fail_within, .reset = note_reset};
    struct gestured_event event;
    struct gestured *connection = attached_to(does_not_answer);
    gestured_set_timeout(connection, 50);
    called[0] = 0;
    CHECK(gestured_set_methods(connection, "mark", &methods, NULL) == 0);
    CHECK(take(connection, &event) == 1 && event.kind == GESTURED_DISCONNECTED);
    CHECK(strcmp(called, "reset") == 0);
    ends(connection);
}

/* Hostile peers --------------------------------------------------------------------------------------------------- */

static void tells_attempts_without_end(int peer)
{
    accepts_request(peer, "attach");
    for (int attempt = 1; attempt <= 5000; attempt++) tells_touch(peer, attempt, 1, "began", false);
    hangs_up(peer);
}

static void endless_attempts_are_an_error(void)
{
    struct gestured_event event = {0};
    int begun = 0, over = 0;
    struct gestured *connection = attached_to(tells_attempts_without_end);
    while (take(connection, &event) == 1 && event.kind != GESTURED_DISCONNECTED) {
        begun += event.kind == GESTURED_ATTEMPT;
        over += event.kind == GESTURED_RESET;
    }
    CHECK(begun == 4096 && over == 4096 && gestured_last_error(connection)->code == GESTURED_PROTOCOL);
    ends(connection);
}

#define ATTEMPT(number, name, touches)                                                                           \
    "{\"method\":\"attempt\",\"params\":{\"attempt\":" number ",\"recognizer\":" name ",\"touches\":" touches "}}\n"
#define RESET(members) "{\"method\":\"reset\",\"params\":{" members "}}\n"
#define TOUCH "{\"id\":1,\"phase\":\"began\"}"

/* No program can use the first lines, nor those for another recognizer than before. */
static void tells_useless_lines(int peer)
{
    static const char *const useless[] = {
        ATTEMPT("0", "\"a\"", "[" TOUCH "]"), ATTEMPT("-1", "\"a\"", "[" TOUCH "]"),
        ATTEMPT("1e300", "\"a\"", "[" TOUCH "]"), ATTEMPT("\"1\"", "\"a\"", "[" TOUCH "]"),
        ATTEMPT("null", "\"a\"", "[" TOUCH "]"), ATTEMPT("1", "\"a\"", "[]"), ATTEMPT("1", "\"a\"", "{}"),
        ATTEMPT("1", "\"a\"", "7"), ATTEMPT("1", "\"a\"", "[null," TOUCH "]"),
        ATTEMPT("1", "\"a\"", "[{\"phase\":\"hovered\"}]"), "{\"method\":\"attempt\",\"params\":{}}\n",
        "{\"method\":\"attempt\",\"params\":[]}\n", "{\"method\":\"attempt\"}\n", RESET(""),
        RESET("\"attempt\":0,\"recognizer\":\"a\""), RESET("\"attempt\":1,\"recognizer\":\"a\"")};
    accepts_request(peer, "attach");
    for (size_t index = 0; index < sizeof useless / sizeof *useless; index++) says(peer, useless[index]);
    says(peer, ATTEMPT("9007199254740992", "7", "[" TOUCH ",{}]") ATTEMPT("1", "\"a\"", "[" TOUCH "]")
               ATTEMPT("1", "\"b\"", "[" TOUCH "]") RESET("\"attempt\":1,\"recognizer\":\"b\"")
               RESET("\"attempt\":1,\"recognizer\":\"a\",\"outcome\":\"won\",\"reason\":7"));
    says(peer, "{\"method\":\"reset\",\"params\":{\"attempt\":9007199254740992,\"recognizer\":\"");
    for (int index = 0; index < 300; index++) says(peer, "a");
    says(peer, "\"}}\n");
    hangs_up(peer);
}

static void useless_lines_are_ignored(void)
{
    struct gestured_event event;
    struct gestured *connection = attached_to(tells_useless_lines);
    NEED(take(connection, &event) == 1 && event.kind == GESTURED_ATTEMPT && event.attempt.touch_count == 2);
    CHECK(event.attempt.number == 9007199254740992 && *event.attempt.recognizer == 0 && !event.attempt.must_answer);
    CHECK(event.attempt.touches[1].phase == 0 && *event.attempt.surface == 0);
    CHECK(take(connection, &event) == 1 && event.attempt.number == 1 && strcmp(event.attempt.recognizer, "a") == 0);
    NEED(take(connection, &event) == 1 && event.kind == GESTURED_RESET && event.reset.attempt == 1);
    CHECK(event.reset.outcome == GESTURED_POSSIBLE && event.reset.reason == NULL && !event.synthesized);
    /* A name that is too long ends the connection, and so the attempt. */
    NEED(take(connection, &event) == 1 && event.kind == GESTURED_RESET && event.synthesized);
    CHECK(event.reset.attempt == 9007199254740992 && event.reset.outcome == GESTURED_CANCELLED);
    CHECK(gestured_last_error(connection)->code == GESTURED_PROTOCOL);
    ends(connection);
}

/* Each answer comes with more touches, so that there is always something to read. */
static void tells_more_with_each_answer(int peer)
{
    accepts_request(peer, "attach");
    for (int change = 1;; change++) {
        tells_touch(peer, 1, change, "moved", false);
        tells_touch(peer, 1, change, "moved", false);
        hears(peer, "recognize");
        answers(peer, "\"result\":{}");
    }
}

static void decide_nothing(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    ++*(int *)data;
    gestured_recognize(connection, attempt->number, GESTURED_POSSIBLE, NULL, NULL);
}

static void a_peer_cannot_keep_the_program_from_returning(void)
{
    const struct gestured_methods methods = {.touches_moved = decide_nothing};
    struct gestured_event event;
    int calls = 0;
    struct gestured *connection = attached_to(tells_more_with_each_answer);
    CHECK(gestured_set_methods(connection, "mark", &methods, &calls) == 0);
    CHECK(gestured_wait(connection, 10000) == 1 && gestured_next(connection, &event) == 0);
    CHECK(calls <= 1024);
    CHECK(gestured_wait(connection, 10000) == 1); /* There is more. */
    gestured_close(connection);
    over(); /* The other side waits in vain. */
}

static void without_a_connection(void)
{
    CHECK(gestured_recognize(NULL, 1, GESTURED_FAILED, NULL, NULL) == -1 && gestured_ignore(NULL, 1, 1) == -1);
    CHECK(gestured_set_methods(NULL, "mark", &notes, NULL) == -1);
    struct gestured *connection = gestured_new(path);
    CHECK(gestured_set_methods(connection, "mark", &notes, NULL) == 0);
    CHECK(gestured_recognize(connection, 1, GESTURED_FAILED, NULL, NULL) == -1);
    CHECK(refuses(connection, "no such attempt"));
    gestured_close(connection);
}

int main(void)
{
    makes_folder();
    run("touches and the reset of an attempt are events, and decisions repeat their change", a_whole_attempt);
    run("states that cannot follow are refused with those that can, and nothing comes after a decision",
        illegal_states_are_refused);
    run("a decision that gestured refuses changes nothing, and one about an attempt that is over is none",
        a_refused_decision_changes_nothing);
    run("methods take the events, and the library answers if they have not", methods_are_called_in_order);
    run("a loss cancels attempts, and later ones have other numbers", a_loss_ends_attempts);
    run("a decision that gets no result loses the connection at the timeout", silence_does_not_hang_a_method);
    run("more attempts than there are fingers are an error, not memory", endless_attempts_are_an_error);
    run("lines of which a program can use nothing are ignored, and a wrong one resets what is under way",
        useless_lines_are_ignored);
    run("a peer cannot keep the program from returning", a_peer_cannot_keep_the_program_from_returning);
    run("decisions and methods work without a connection", without_a_connection);
    rmdir(folder);
    return finish();
}
