/* Tests of the library with the daemon that $GESTURED_PROGRAM names, which plays recorded panels. */
#define _GNU_SOURCE

#include "daemon.h"

#define PANNING "ed-isdv4e6-single-center-circle"
#define DOUBLE_TAP "ed-isdv4e6-double-tap-center"
#define USUAL                                                                                          \
    "surfaces:\n  - { name: panel, match: { name: \"*\" }, size: 278mm x 174mm, pixels: 1920 x 1200 }\n" \
    "recognizers:\n  - { name: move, type: pan }\n  - { name: touch, type: tap }\n"

/* Its pan leaves the touches to the region. */
#define LENIENT                                                                                        \
    "surfaces:\n  - { name: panel, match: { name: \"*\" }, size: 278mm x 174mm, pixels: 1920 x 1200 }\n" \
    "recognizers:\n  - { name: move, type: pan, cancelsTouchesInView: false }\n"

static void a_whole_pan(void)
{
    static const char *const globs[] = {"mo?e", NULL};
    const struct gestured_filter filter = {.recognizers = globs};
    struct gestured_snapshot snapshot;
    struct gestured_event event;
    struct gestured *connection = connected_to(PANNING, USUAL);
    CHECK(gestured_subscribe(connection, &filter, &snapshot) == 1);
    NEED(snapshot.surface_count == 1 && snapshot.recognizer_count == 1);
    CHECK(strcmp(snapshot.surfaces[0].name, "panel") == 0 && strcmp(snapshot.surfaces[0].unit, "px") == 0);
    CHECK(snapshot.surfaces[0].width == 1920 && strcmp(snapshot.recognizers[0].type, "pan") == 0);
    CHECK(until(connection, &event, "move", GESTURED_BEGAN));
    uint64_t seq = event.gesture.seq, gesture = event.gesture.gesture;
    int changes = 0;
    struct gestured_point sum = event.gesture.pan.translation;
    while (take(connection, &event) == 1) {
        CHECK(event.gesture.seq == ++seq && event.gesture.gesture == gesture && event.gesture.type == GESTURED_PAN);
        sum.x += event.gesture.pan.delta.x;
        if (event.gesture.state == GESTURED_ENDED) break;
        changes++;
    }
    CHECK(event.gesture.state == GESTURED_ENDED && changes > 10);
    double off = sum.x - event.gesture.pan.translation.x;
    CHECK(off < 0.1 && off > -0.1);
    over(connection);
}

static void own_recognizers(void)
{
    struct gestured_event event = {0};
    static const char *const globs[] = {"double", "single", NULL};
    const struct gestured_filter filter = {.recognizers = globs};
    struct gestured *connection = connected_to(DOUBLE_TAP, USUAL);
    int attached = gestured_attach(connection,
        "[{\"name\":\"canvas\",\"frame\":{\"x\":\"0%\",\"y\":\"0%\",\"width\":\"100%\",\"height\":\"100%\"}}]",
        "[{\"name\":\"double\",\"type\":\"tap\",\"numberOfTapsRequired\":2,\"region\":\"canvas\"},"
        "{\"name\":\"single\",\"type\":\"tap\",\"region\":\"canvas\",\"requireToFail\":[\"double\"]}]");
    CHECK(attached == 0);
    if (attached != 0) printf("# %s\n", gestured_error_text(connection));
    else {
        CHECK(gestured_subscribe(connection, &filter, NULL) == 1);
        /* The fingers of the first round may have been down when they were attached. */
        CHECK(until(connection, &event, "double", GESTURED_RECOGNIZED));
        CHECK(take(connection, &event) == 1 && strcmp(event.gesture.recognizer, "double") == 0);
        CHECK(event.gesture.tap.taps == 2 && strcmp(event.gesture.region, "canvas") == 0);
        CHECK(gestured_set_enabled(connection, "double", false) == 0);
        CHECK(until(connection, &event, "single", GESTURED_RECOGNIZED) && event.gesture.tap.taps == 1);
        CHECK(gestured_detach(connection, NULL, "[\"single\"]") == 0);
        CHECK(gestured_detach(connection, NULL, NULL) == 0);
        CHECK(gestured_set_enabled(connection, "double", true) == -1);
    }
    over(connection);
}

static void a_restart(void)
{
    struct gestured_event event = {0};
    struct gestured *connection = connected_to(PANNING, USUAL);
    CHECK(gestured_subscribe(connection, NULL, NULL) == 1);
    CHECK(until(connection, &event, "move", GESTURED_BEGAN));
    uint64_t gesture = event.gesture.gesture;
    stop(SIGKILL);
    CHECK(until(connection, &event, "move", GESTURED_CANCELLED));
    CHECK(event.synthesized && event.gesture.gesture == gesture);
    CHECK(take(connection, &event) == 1 && event.kind == GESTURED_DISCONNECTED);
    CHECK(gestured_reconnect(connection) == -1 && gestured_may_pass(gestured_last_error(connection)->code));
    CHECK(start(PANNING));
    CHECK(gestured_reconnect(connection) == 0);
    CHECK(take(connection, &event) == 1 && event.kind == GESTURED_CONNECTED && event.subscription == 1);
    CHECK(event.snapshot.surface_count == 1);
    CHECK(until(connection, &event, "move", GESTURED_BEGAN) && event.subscription == 1);
    over(connection);
}

/* The region in which the next touch begins from now on; earlier ones may wait to be taken. */
static const char *next_region(struct gestured *connection, struct gestured_event *event)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    while (take(connection, event) > 0) {
        if (event->kind != GESTURED_TOUCHES || event->frame.touch_count == 0) continue;
        if (event->frame.time <= (double)now.tv_sec + (double)now.tv_nsec / 1e9) continue;
        if (event->frame.touches[0].phase == GESTURED_TOUCH_BEGAN) return event->frame.touches[0].region;
    }
    return "none";
}

static void moved_regions(void)
{
    const struct gestured_filter filter = {
        .recognizers = (const char *const[]){NULL}, .touches = true, .region_coordinates = true, .locations = true};
    struct gestured_event event = {0};
    struct gestured *connection = connected_to(PANNING, LENIENT);
    CHECK(gestured_attach(connection, "[{\"name\":\"a\",\"frame\":{\"x\":0,\"y\":0,\"width\":9,\"height\":9}},"
                                      "{\"name\":\"b\",\"frame\":{\"x\":0,\"y\":0,\"width\":9,\"height\":9}}]",
                          NULL) == 0);
    CHECK(gestured_subscribe(connection, &filter, NULL) == 1);
    CHECK(strcmp(next_region(connection, &event), "root") == 0 && event.frame.touches[0].tap_count == 1);
    CHECK(gestured_update(connection, "[{\"name\":\"a\",\"frame\":{\"x\":0,\"y\":0,\"width\":1920,\"height\":1200},"
                                      "\"above\":null},{\"name\":\"b\",\"frame\":{\"x\":0,\"y\":0,\"width\":1920,"
                                      "\"height\":1200}}]", NULL) == 0);
    CHECK(strcmp(next_region(connection, &event), "a") == 0);
    CHECK(gestured_update(connection, "[{\"name\":\"a\",\"shape\":\"circle\"}]", NULL) == -1);
    CHECK(strcmp(gestured_last_error(connection)->path, "params.regions[0].shape") == 0);
    stop(SIGTERM);
    while (take(connection, &event) > 0) {}
    CHECK(start(PANNING) && gestured_reconnect(connection) == 0);
    CHECK(strcmp(next_region(connection, &event), "a") == 0);
    over(connection);
}

int main(void)
{
    if (!has_daemon()) return EXIT_SUCCESS;
    run("a pan is received from its beginning to its end, without a gap", a_whole_pan);
    run("an own double tap makes an own single tap fail", own_recognizers);
    run("a restart of the daemon is reported, and everything continues as before", a_restart);
    run("new touches find moved regions, the upper one first, also after a restart", moved_regions);
    removes_folder();
    return finish();
}
