/* Two recognizers as people write them for UIKit: a tickle and an incremental pinch. */
#ifndef TEXTS_H
#define TEXTS_H

#include "../gestured.h"

#include <math.h>
#include <stdio.h>

struct tickle {
    uint64_t finger; /* 0: none */
    double start;
    int direction, count;
};

static void tickle_began(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    struct tickle *tickle = data;
    for (size_t index = 0; index < attempt->touch_count; index++) {
        const struct gestured_touch *touch = &attempt->touches[index];
        if (tickle->finger) gestured_ignore(connection, attempt->number, touch->id);
        else tickle->finger = touch->id, tickle->start = touch->location.x;
    }
}

static void tickle_moved(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    struct tickle *tickle = data;
    const double now = attempt->touches[0].location.x, moved = now - tickle->start;
    const int direction = moved < 0 ? -1 : 1;
    char values[40];
    if (fabs(moved) < 25 || direction == tickle->direction) return;
    tickle->start = now;
    tickle->direction = direction;
    snprintf(values, sizeof values, "{\"count\":%d}", ++tickle->count);
    if (tickle->count < 3) return;
    gestured_recognize(connection, attempt->number, GESTURED_RECOGNIZED, values, "moved enough");
}

static void tickle_over(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    (void)data;
    gestured_recognize(connection, attempt->number, GESTURED_FAILED, NULL, "moved too little");
}

static void tickle_reset(struct gestured *connection, const struct gestured_reset *reset, void *data)
{
    (void)connection, (void)reset;
    *(struct tickle *)data = (struct tickle){0};
}

static const struct gestured_methods tickle_methods = {
    tickle_began, tickle_moved, tickle_over, tickle_over, tickle_reset, {0}};

struct incremental_pinch {
    struct gestured_touch fingers[2];
    size_t count;
};

static void pinch_began(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    struct incremental_pinch *pinch = data;
    for (size_t index = 0; index < attempt->touch_count; index++) {
        if (pinch->count < 2) pinch->fingers[pinch->count++] = attempt->touches[index];
        else gestured_ignore(connection, attempt->number, attempt->touches[index].id);
    }
}

static double span(struct gestured_point one, struct gestured_point other)
{
    return hypot(one.x - other.x, one.y - other.y);
}

static void pinch_moved(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    struct incremental_pinch *pinch = data;
    struct gestured_touch *fingers = pinch->fingers;
    for (size_t finger = 0; finger < pinch->count; finger++) {
        fingers[finger].previous_location = fingers[finger].location;
        for (size_t index = 0; index < attempt->touch_count; index++) {
            if (attempt->touches[index].id == fingers[finger].id) fingers[finger] = attempt->touches[index];
        }
    }
    const double now = span(fingers[0].location, fingers[1].location);
    const double before = span(fingers[0].previous_location, fingers[1].previous_location);
    char values[60];
    if (pinch->count < 2 || now < 1 || before < 1) return;
    snprintf(values, sizeof values, "{\"scale\":%f}", now / before);
    gestured_recognize(connection, attempt->number,
                       attempt->state == GESTURED_POSSIBLE ? GESTURED_BEGAN : GESTURED_CHANGED, values, NULL);
}

static void pinch_ended(struct gestured *connection, const struct gestured_attempt *attempt, void *data)
{
    struct incremental_pinch *pinch = data;
    for (size_t index = 0; index < attempt->touch_count; index++) {
        if (pinch->fingers[0].id == attempt->touches[index].id) pinch->fingers[0] = pinch->fingers[1];
        pinch->count--;
    }
    if (pinch->count > 0) return;
    gestured_recognize(connection, attempt->number,
                       attempt->state == GESTURED_POSSIBLE ? GESTURED_FAILED : GESTURED_ENDED, NULL, NULL);
}

static void pinch_reset(struct gestured *connection, const struct gestured_reset *reset, void *data)
{
    (void)connection, (void)reset;
    ((struct incremental_pinch *)data)->count = 0;
}

static const struct gestured_methods pinch_methods = {
    pinch_began, pinch_moved, pinch_ended, pinch_ended, pinch_reset, {0}};

#endif
