/* Test that structs have the layout that compiled programs rely on, and that the shared library loads.
 *
 * A struct that changes here needs another number in `shared` of the Makefile, and with it another package: programs
 * keep events and filters in memory of the size that they were compiled with. A new function needs none. */

#include "../gestured.h"

#include "check.h"

/* Of a struct: its last member, its size, and where that member is. */
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
    LAYOUT(gestured_gesture, tap, 224, 120);
    LAYOUT(gestured_touch, tap_count, 80, 72);
    LAYOUT(gestured_frame, touch_count, 32, 24);
    LAYOUT(gestured_surface, rotation, 64, 56);
    LAYOUT(gestured_surface_change, surface, 72, 8);
    LAYOUT(gestured_recognizer, own, 32, 25);
    LAYOUT(gestured_unmatched_glob, nearest, 16, 8);
    LAYOUT(gestured_snapshot, frame_count, 96, 88);
    LAYOUT(gestured_question, gesture, 264, 40);
    LAYOUT(gestured_event, gesture, 288, 24);
    LAYOUT(gestured_delegate, data, 24, 16);
    LAYOUT(gestured_filter, locations, 40, 33);
}

static void numbers_stay(void)
{
    CHECK(GESTURED_TIMEOUT == 5 && GESTURED_MISUSE == 7 && GESTURED_FAILED == 32);
    CHECK(GESTURED_INCREMENTAL_PINCH == 12 && GESTURED_BOTTOM == 6 && GESTURED_TOUCH_CANCELLED == 4);
    CHECK(GESTURED_SURFACE_CHANGED == 3 && GESTURED_SHOULD_RECEIVE == 2 && GESTURED_QUESTION == 8);
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
    run("a program runs with the shared library", the_library_loads);
    return finish();
}
