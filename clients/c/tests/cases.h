/* Cases of fingers from a file, played as a recording of a panel. */
#ifndef CASES_H
#define CASES_H

#include "daemon.h"

#include <math.h>

static const char header[] =
    "# EVEMU 1.3\nN: EP0430M09\nI: 0018 0000 0000 0000\nP: 02 00 00 00 00 00 00 00\n"
    "B: 00 0b 00 00 00 00 00 00 00\nB: 01 00 00 00 00 00 00 00 00\nB: 01 00 00 00 00 00 00 00 00\n"
    "B: 01 00 00 00 00 00 00 00 00\nB: 01 00 00 00 00 00 00 00 00\nB: 01 00 00 00 00 00 00 00 00\n"
    "B: 01 00 04 00 00 00 00 00 00\nB: 03 03 00 00 00 00 80 e0 02\n"
    "A: 00 0 1279 0 0 0\nA: 01 0 767 0 0 0\nA: 2f 0 4 0 0 0\nA: 35 0 1279 0 0 0\nA: 36 0 767 0 0 0\n"
    "A: 37 0 2 0 0 0\nA: 39 0 65535 0 0 0\nE: 0.000000 0000 0000 0\n";

enum { most_cases = 16, most_events = 12, most_slots = 5, marker = 100 /* cases stay farther right */ };

static char cases[40000]; /* the file */
static char recording[100];
static int slots_down, next_id;
static bool is_down[most_slots];

static double number_at(const char *format, int one, int two)
{
    char place[100];
    double number = 0;
    snprintf(place, sizeof place, format, one, two);
    return gestured_json_number(cases, place, &number) == 0 ? number : NAN;
}

static bool text_at(char text[40], const char *format, int one, int two)
{
    char place[100];
    text[0] = 0;
    snprintf(place, sizeof place, format, one, two);
    return gestured_json_text(cases, place, text, 40) == 0;
}

static void put_event(FILE *file, double time, int type, int code, int value)
{
    fprintf(file, "E: %d.%06d %04x %04x %d\n", (int)time, (int)(time * 1e6) % 1000000, type, code, value);
}

static void put_finger(FILE *file, double time, int slot, double x, double y)
{
    put_event(file, time, 3, 0x2f, slot);
    if (!is_down[slot]) {
        is_down[slot] = true;
        put_event(file, time, 3, 0x39, ++next_id);
        put_event(file, time, 3, 0x37, 0);
        if (slots_down++ == 0) put_event(file, time, 1, 0x14a, 1);
    }
    put_event(file, time, 3, 0x35, (int)x);
    put_event(file, time, 3, 0x36, (int)y);
}

static void put_lift(FILE *file, double time, int slot)
{
    if (!is_down[slot]) return;
    is_down[slot] = false;
    put_event(file, time, 3, 0x2f, slot);
    put_event(file, time, 3, 0x39, -1);
    if (--slots_down == 0) put_event(file, time, 1, 0x14a, 0);
}

/* One event of a case; returns its time. */
static double put_step(FILE *file, double start, int one, int index)
{
    char type[40];
    text_at(type, "cases[%d].events[%d].type", one, index);
    const double time = start + number_at("cases[%d].events[%d].t", one, index);
    const int slot = (int)number_at("cases[%d].events[%d].id", one, index);
    const double x = 600 + number_at("cases[%d].events[%d].x", one, index);
    const double y = 300 + number_at("cases[%d].events[%d].y", one, index);
    if (strcmp(type, "cancel") == 0) {
        put_event(file, time, 3, 0x2f, slot);
        put_event(file, time, 3, 0x37, 2); /* It is a palm. */
    } else if (strcmp(type, "up") == 0) {
        for (int each = 0; each < most_slots; each++) if (each == slot || each == slot + 3) put_lift(file, time, each);
    } else {
        put_finger(file, time, slot, x, y);
        /* A second finger in the same frame. */
        if (number_at("cases[%d].events[%d].count", one, index) == 2) put_finger(file, time, slot + 3, x + 40, y);
    }
    put_event(file, time, 0, 0, 0);
    return time;
}

/* Plays these cases between two touches on the left. */
static bool record(int first, int count)
{
    double time = 1; /* for the program to attach */
    FILE *file = fopen(recording, "w");
    if (file == NULL) return false;
    fputs(header, file);
    for (int one = first - 1; one <= first + count; one++) {
        char place[40];
        size_t events = 0;
        snprintf(place, sizeof place, "cases[%d].events", one);
        if (one < first || one == first + count) {
            put_finger(file, time, 0, 60, 60);
            put_event(file, time, 0, 0, 0);
        } else if (gestured_json_count(cases, place, &events) != 0) {
            return fclose(file), false;
        }
        double last = time;
        for (size_t index = 0; index < events; index++) last = put_step(file, time, one, (int)index);
        for (int slot = 0; slot < most_slots; slot++) put_lift(file, last + 0.05, slot);
        put_event(file, last + 0.05, 0, 0, 0);
        time = last + 0.3;
    }
    return fclose(file) == 0;
}

static bool read_cases(void)
{
    char file[300];
    snprintf(file, sizeof file, "%s/../conformance/seed_custom_recognizers.json", recordings);
    FILE *stream = fopen(file, "r");
    if (stream == NULL) return false;
    const size_t length = fread(cases, 1, sizeof cases - 1, stream);
    return fclose(stream) == 0 && length > 0 && length < sizeof cases - 1;
}

#endif
