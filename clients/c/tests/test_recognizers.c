/* Tests of recognizers that a program decides beside the daemon's own of the same rules, by the cases of a file. */
#define _GNU_SOURCE

#define main example_main
#include "../checkmark.c"
#undef main

#include "cases.h"
#include "texts.h"

/* One unit of the panel is about one point, and gestures have the unit pt. */
#define PANEL "surfaces:\n  - { name: panel, match: { name: \"*\" }, size: 199.4601mm x 119.6761mm }\n"
#define PLAIN PANEL "recognizers:\n  - { name: move, type: pan }\n"
#define SHARED PANEL "recognizers:\n  - { name: mark, type: custom, answerTimeout: 1 }\n"

/* Results --------------------------------------------------------------------------------------------------------- */

/* What a recognizer has made of a case. */
struct result {
    char states[200];
    uint64_t touches[4];
    size_t touch_count;
    int count;
    double values[most_events][2];
};

/* A round of the recording, as two recognizers have seen it. */
struct round {
    struct gestured_methods methods; /* of the recognizer that is watched */
    void *data;
    const char *members[2];
    int at, case_count; /* from -1, before the touch at the beginning, to one more, after the touch at the end */
    uint64_t attempt;
    uint64_t fingers[most_cases + 1][4];
    bool is_late; /* the machine was too slow for this round */
    struct result results[2][most_cases + 1];
    struct { uint64_t gesture; int at; } last[2]; /* of each recognizer */
};

static void watch_touches(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    struct round *round = data;
    const bool is_began = attempt->phase == GESTURED_TOUCH_BEGAN;
    const bool is_marker = is_began && attempt->touches[0].location.x < marker;
    if (attempt->number != round->attempt) {
        /* A decision that came late has made one attempt of two cases. */
        if (is_marker && round->at > 0 && round->at < round->case_count) round->is_late = true;
        if (is_marker && round->at <= 0) round->at = 0;
        else if (round->at >= 0) round->at++;
    }
    round->attempt = attempt->number;
    for (size_t index = 0; is_began && round->at > 0 && round->at <= round->case_count; index++) {
        if (index == attempt->touch_count) break;
        uint64_t *fingers = round->fingers[round->at];
        memmove(fingers + 1, fingers, 3 * sizeof *fingers);
        fingers[0] = attempt->touches[index].id;
    }
    const gestured_touches_method methods[] = {
        round->methods.touches_began, round->methods.touches_moved, round->methods.touches_ended,
        round->methods.touches_cancelled};
    methods[attempt->phase - GESTURED_TOUCH_BEGAN](connection, attempt, round->data);
}

static void watch_reset(struct gestured *connection, const struct gestured_reset *reset, void *data)
{
    struct round *round = data;
    if (reset->reason && strstr(reset->reason, "did not decide")) round->is_late = true;
    round->methods.reset(connection, reset, round->data);
}

static void watch_gesture(struct round *round, const struct gestured_event *event)
{
    const struct gestured_gesture *gesture = &event->gesture;
    static const char *const words[] = {"began", "changed", "ended", "cancelled", "recognized", "failed"};
    const int is_own = strcmp(gesture->recognizer, "own") == 0;
    int at = gesture->gesture && gesture->gesture == round->last[is_own].gesture ? round->last[is_own].at : 0;
    for (int one = 1; at == 0 && one <= round->at && one <= round->case_count && gesture->touch_count > 0; one++) {
        for (int finger = 0; finger < 4; finger++) if (round->fingers[one][finger] == gesture->touches[0]) at = one;
    }
    if (at == 0) return;
    round->last[is_own].gesture = gesture->gesture;
    round->last[is_own].at = at;
    struct result *result = &round->results[is_own][at];
    const size_t length = strlen(result->states);
    for (int bit = 0; bit < 6; bit++) {
        if ((unsigned)gesture->state != 1u << bit) continue;
        snprintf(result->states + length, sizeof result->states - length, "%s ", words[bit]);
    }
    if (gesture->state == GESTURED_FAILED || gesture->state == GESTURED_ENDED) return;
    result->touch_count = gesture->touch_count < 4 ? gesture->touch_count : 4;
    memcpy(result->touches, gesture->touches, result->touch_count * sizeof *gesture->touches);
    double *values = result->values[result->count < most_events ? result->count++ : 0];
    for (int index = 0; index < 2; index++) {
        values[index] = 0;
        if (round->members[index]) gestured_json_number(event->json, round->members[index], &values[index]);
    }
}

/* Plays rounds until one is complete. */
static bool play(struct gestured *connection, struct round *round)
{
    struct gestured_event event;
    const struct round empty = {.methods = round->methods, .data = round->data, .members = {
        round->members[0], round->members[1]}, .case_count = round->case_count, .at = -1};
    for (int tries = 0; tries < 20; tries++) {
        uint64_t seq = 0;
        *round = empty;
        while (round->at <= round->case_count && !round->is_late) {
            if (take(connection, &event) < 0) return false;
            if (event.kind != GESTURED_GESTURE) continue;
            if (seq && event.gesture.seq != seq + 1) round->is_late = true; /* A change was merged. */
            seq = event.gesture.seq;
            watch_gesture(round, &event);
        }
        if (!round->is_late) return true;
        printf("# again: the machine was too slow\n");
    }
    return false;
}

static bool is_near(double one, double other, double distance)
{
    return fabs(one - other) <= distance;
}

/* Whether a gesture has all fingers of another one; it may also have one that lifted before it began. */
static bool has_touches(const struct result *result, const struct result *other)
{
    size_t found = 0;
    for (size_t index = 0; index < result->touch_count && found < other->touch_count; index++) {
        found += result->touches[index] == other->touches[found];
    }
    return found == other->touch_count;
}

/* Plays cases to a recognizer of the program and to one of gestured, and compares what they make of them. */
static bool play_beside(const char *type, int first, struct round *round)
{
    static const char *const globs[] = {"own", "builtin", NULL};
    const struct gestured_filter filter = {.recognizers = globs, .states = 63};
    const struct gestured_methods methods = {
        watch_touches, watch_touches, watch_touches, watch_touches, watch_reset, {0}};
    char recognizers[400];
    snprintf(recognizers, sizeof recognizers,
             "[{\"name\":\"own\",\"type\":\"custom\",\"region\":\"canvas\",\"answerTimeout\":1,"
             "\"simultaneousWith\":[\"builtin\"]},{\"name\":\"builtin\",\"type\":\"%s\",\"region\":\"canvas\"}]",
             type);
    if (!record(first, round->case_count)) return false;
    struct gestured *connection = connected_to(recording, PLAIN);
    bool is_played = gestured_set_methods(connection, "own", &methods, round) == 0
        && gestured_attach(connection, "[{\"name\":\"canvas\",\"frame\":{\"x\":10,\"y\":20,\"width\":1200,"
                                       "\"height\":700}}]", recognizers) == 0
        && gestured_subscribe(connection, &filter, NULL) == 1;
    if (!is_played) printf("# %s\n", gestured_error_text(connection));
    is_played = is_played && play(connection, round);
    over(connection);
    for (int at = 1; is_played && at <= round->case_count; at++) {
        const struct result *builtin = &round->results[0][at], *own = &round->results[1][at];
        char id[40];
        text_at(id, "cases[%d].id", first + at - 1, 0);
        const int broken_before = broken;
        CHECK(own->count == builtin->count && has_touches(own, builtin));
        CHECK(own->count == 0 || builtin->touch_count > 0);
        for (int index = 0; index < own->count; index++) {
            CHECK(is_near(own->values[index][0], builtin->values[index][0], 0.002));
            CHECK(is_near(own->values[index][1], builtin->values[index][1], 0.002));
        }
        if (broken > broken_before) printf("# %s: %s, but gestured: %s\n", id, own->states, builtin->states);
    }
    return is_played;
}

/* Checks the states of discrete recognizers by the file. */
static void check_ends(int first, const struct round *round)
{
    for (int at = 1; at <= round->case_count; at++) {
        const char *builtin = round->results[0][at].states, *own = round->results[1][at].states;
        char state[40];
        CHECK(text_at(state, "cases[%d].expect.state_at_end", first + at - 1, 0));
        const char *expected = strcmp(state, "ended") == 0 ? "recognized " : "failed ";
        CHECK(strcmp(own, expected) == 0);
        CHECK(round->results[0][at].touch_count == round->results[1][at].touch_count);
        /* A finger that lifts and decides nothing leaves gestured's possible. */
        CHECK(strcmp(builtin, strcmp(state, "possible") == 0 ? "" : expected) == 0);
        if (strcmp(own, expected) != 0) printf("# case %d: %s\n", first + at - 1, own);
    }
}

static void checkmarks(void)
{
    struct checkmark mark = {0};
    struct round round = {
        .methods = checkmark, .data = &mark, .members = {"midpoint.x", "midpoint.y"}, .case_count = 13};
    NEED(play_beside("checkmark", 0, &round));
    check_ends(0, &round);
    for (int at = 1; at <= round.case_count; at++) {
        const double x = number_at("cases[%d].expect.midPoint[0]", at - 1, 0);
        const double y = number_at("cases[%d].expect.midPoint[1]", at - 1, 0);
        const struct result *own = &round.results[1][at];
        char id[40];
        text_at(id, "cases[%d].id", at - 1, 0);
        /* A panel does not send a movement to the same place. */
        if (own->count == 0 || strcmp(id, "checkmark_no_motion_then_up") == 0) continue;
        const bool has_turn = x != 0 || y != 0;
        CHECK(is_near(own->values[0][0], has_turn ? 600 + x : 0, 1));
        CHECK(is_near(own->values[0][1], has_turn ? 300 + y : 0, 1));
    }
}

static void tickles(void)
{
    struct tickle tickle = {0};
    struct round round = {.methods = tickle_methods, .data = &tickle, .members = {"count"}, .case_count = 10};
    NEED(play_beside("tickle", 13, &round));
    check_ends(13, &round);
    for (int at = 1; at <= round.case_count; at++) {
        const struct result *own = &round.results[1][at];
        const double count = number_at("cases[%d].expect.tickleCount_before_reset", 12 + at, 0);
        CHECK(own->count == 0 || own->values[0][0] == count);
    }
}

static void incremental_pinches(void)
{
    struct incremental_pinch pinch = {0};
    struct round round = {.methods = pinch_methods, .data = &pinch, .members = {"scale"}, .case_count = 2};
    NEED(play_beside("incrementalPinch", 23, &round));
    CHECK(strcmp(round.results[1][1].states, "began changed ended ") == 0);
    CHECK(strcmp(round.results[1][2].states, "began ended ") == 0);
    for (int at = 1; at <= 2; at++) {
        const struct result *own = &round.results[1][at];
        CHECK(strcmp(own->states, round.results[0][at].states) == 0);
        for (int index = 0; index < own->count; index++) {
            const double scale = number_at("cases[%d].expect.scale_after_each_move[%d]", 22 + at, index);
            CHECK(is_near(own->values[index][0], scale, 0.01));
        }
    }
}

/* Others ---------------------------------------------------------------------------------------------------------- */

static void recognize_at_lift(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    (void)data;
    gestured_recognize(connection, attempt->number, GESTURED_RECOGNIZED, NULL, NULL);
}

static void others_wait_while_it_answers(void)
{
    static const struct gestured_methods methods = {.touches_ended = recognize_at_lift};
    struct gestured_event event = {0};
    FILE *file = fopen(recording, "w");
    NEED(file);
    fputs(header, file);
    put_finger(file, 1, 0, 500, 500);
    put_event(file, 1, 0, 0, 0);
    put_lift(file, 3, 0);
    put_event(file, 3, 0, 0, 0);
    CHECK(fclose(file) == 0);
    struct gestured *connection = connected_to(recording, PLAIN);
    CHECK(gestured_set_methods(connection, "held", &methods, NULL) == 0);
    CHECK(gestured_attach(connection, NULL, "[{\"name\":\"held\",\"type\":\"custom\",\"answerTimeout\":1},"
                                            "{\"name\":\"press\",\"type\":\"longPress\",\"requireToFail\":[\"held\"]}]")
          == 0);
    CHECK(gestured_subscribe(connection, &(struct gestured_filter){
        .recognizers = (const char *const[]){"held", "press", NULL}}, NULL) == 1);
    /* On a slow machine the answer may be late. */
    for (int tries = 0; tries < 10 && event.gesture.state != GESTURED_RECOGNIZED; tries++) {
        NEED(take(connection, &event) == 1 && event.kind == GESTURED_GESTURE);
    }
    CHECK(strcmp(event.gesture.recognizer, "held") == 0 && event.gesture.state == GESTURED_RECOGNIZED);
    over(connection);
}

static void a_configured_recognizer(void)
{
    struct checkmark mark = {0};
    struct gestured_event event = {0}, seen = {0};
    NEED(record(0, 1));
    struct gestured *other = connected_to(recording, SHARED), *connection = gestured_new(path);
    NEED(gestured_connect(connection) == 0);
    CHECK(gestured_set_methods(connection, "mark", &checkmark, &mark) == 0);
    CHECK(gestured_attach(connection, NULL, "[{\"name\":\"mark\",\"type\":\"custom\"}]") == 0);
    CHECK(gestured_attach(other, NULL, "[{\"name\":\"mark\",\"type\":\"custom\"}]") == -1);
    CHECK(gestured_last_error(other)->code == GESTURED_LIMIT);
    CHECK(gestured_subscribe(other, NULL, NULL) == 1 && gestured_subscribe(connection, NULL, NULL) == 1);
    NEED(until(connection, &event, "mark", GESTURED_RECOGNIZED));
    CHECK(until(other, &seen, "mark", GESTURED_RECOGNIZED) && strcmp(seen.gesture.type_name, "custom") == 0);
    gestured_close(other);
    stop(SIGTERM);
    while (take(connection, &event) == 1) {}
    CHECK(start(recording) && gestured_reconnect(connection) == 0);
    CHECK(until(connection, &event, "mark", GESTURED_RECOGNIZED));
    over(connection);
}

int main(void)
{
    if (!has_daemon()) return EXIT_SUCCESS;
    if (!read_cases()) return EXIT_FAILURE;
    snprintf(recording, sizeof recording, "%s/cases.evemu", folder);
    run("a checkmark of the program is recognized as gestured's", checkmarks);
    run("a tickle of the program is recognized as gestured's", tickles);
    run("an incremental pinch of the program is recognized as gestured's", incremental_pinches);
    run("others wait for a recognizer as long as the library answers", others_wait_while_it_answers);
    run("a program decides for a configured recognizer, also after a restart, and others receive its gestures",
        a_configured_recognizer);
    unlink(recording);
    removes_folder();
    return finish();
}
