/* Test that structs have the layout that compiled programs rely on, and that the shared library loads.
 *
 * Programs keep events and filters in memory of the size that they were compiled with. So a new member takes the place
 * of some of `reserved`, and no size here changes; otherwise `shared` of the Makefile needs another number, and with it
 * another package. */

#include "../gestured.h"

#include "check.h"

/* Of a struct: one of its last members, its size, and where that member is. */
#define LAYOUT(type, member, size, place)                                                                    \
    do {                                                                                                     \
        CHECK(sizeof(struct type) == (size) && offsetof(struct type, member) == (place));                    \
        if (sizeof(struct type) != (size)) printf("# struct %s has %zu bytes\n", #type, sizeof(struct type)); \
    } while (0)

static void structs_have_their_layout(void)
{
    /* As on every machine with 64-bit pointers. */
    if (sizeof(void *) != 8) return;
    LAYOUT(gestured_error, problem_count, 48, 40);
    LAYOUT(gestured_point, y, 16, 8);
    LAYOUT(gestured_tap, taps, 8, 0);
    LAYOUT(gestured_long_press, duration, 8, 0);
    LAYOUT(gestured_swipe, velocity, 24, 8);
    LAYOUT(gestured_pan, edge, 72, 64);
    LAYOUT(gestured_pinch, velocity, 24, 16);
    LAYOUT(gestured_rotation, velocity, 24, 16);
    LAYOUT(gestured_transform, rotation_delta, 104, 96);
    LAYOUT(gestured_stroke, score, 16, 8);
    LAYOUT(gestured_checkmark, midpoint, 16, 0);
    LAYOUT(gestured_tickle, count, 8, 0);
    LAYOUT(gestured_incremental_pinch, scale, 8, 0);
    LAYOUT(gestured_gesture, reserved, 344, 120);
    LAYOUT(gestured_gesture, tap, 344, 184);
    LAYOUT(gestured_touch, reserved, 128, 80);
    LAYOUT(gestured_frame, reserved, 64, 32);
    LAYOUT(gestured_surface, reserved, 96, 64);
    LAYOUT(gestured_surface_change, surface, 104, 8);
    LAYOUT(gestured_recognizer, reserved, 64, 32);
    LAYOUT(gestured_unmatched_glob, reserved, 32, 16);
    LAYOUT(gestured_snapshot, reserved, 192, 96);
    LAYOUT(gestured_question, reserved, 416, 40);
    LAYOUT(gestured_question, gesture, 416, 72);
    LAYOUT(gestured_attempt, reserved, 128, 72);
    LAYOUT(gestured_attempt, must_answer, 128, 64);
    LAYOUT(gestured_reset, reserved, 64, 32);
    LAYOUT(gestured_event, reserved, 576, 24);
    LAYOUT(gestured_event, gesture, 576, 64);
    LAYOUT(gestured_event, attempt, 576, 64);
    LAYOUT(gestured_delegate, should_recognize_simultaneously, 64, 24);
    LAYOUT(gestured_methods, reserved, 64, 40);
    LAYOUT(gestured_methods, reset, 64, 32);
    LAYOUT(gestured_filter, reserved, 104, 40);
}

static void numbers_stay(void)
{
    CHECK(GESTURED_TIMEOUT == 5 && GESTURED_MISUSE == 7 && GESTURED_FAILED == 32);
    CHECK(GESTURED_INCREMENTAL_PINCH == 12 && GESTURED_BOTTOM == 6 && GESTURED_TOUCH_CANCELLED == 4);
    CHECK(GESTURED_SURFACE_CHANGED == 3 && GESTURED_SHOULD_RECEIVE == 2 && GESTURED_QUESTION == 8);
    CHECK(GESTURED_POSSIBLE == 0 && GESTURED_RESET == 10);
}

static void later_members_are_refused(void)
{
    struct gestured *connection = gestured_new("/nowhere");
    NEED(connection);
    struct gestured_filter filter = {.reserved = {0, 1}};
    CHECK(gestured_subscribe(connection, &filter, NULL) == -1);
    CHECK(gestured_last_error(connection)->code == GESTURED_MISUSE);
    filter.reserved[1] = 0;
    CHECK(gestured_subscribe(connection, &filter, NULL) == -1);
    CHECK(gestured_last_error(connection)->code != GESTURED_MISUSE);
    struct gestured_methods methods = {.reserved = {1}};
    CHECK(gestured_set_methods(connection, "mark", &methods, NULL) == -1);
    methods.reserved[0] = 0;
    CHECK(gestured_set_methods(connection, "mark", &methods, NULL) == 0);
    gestured_close(connection);
}

static void the_library_loads(void)
{
    struct gestured *connection = gestured_new("/nowhere");
    NEED(connection);
    CHECK(gestured_connect(connection) == -1 && gestured_last_error(connection)->code == GESTURED_UNREACHABLE);
    gestured_close(connection);
}

int main(void)
{
    run("structs have the layout that compiled programs rely on", structs_have_their_layout);
    run("the numbers of states, types, kinds and errors stay", numbers_stay);
    run("filters and methods with members that this library does not know are refused", later_members_are_refused);
    run("a program runs with the shared library", the_library_loads);
    return finish();
}
