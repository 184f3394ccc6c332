/* Client of gestured's protocol in C.
 *
 * In this order: growing text, a reader for JSON, errors, lines on a socket, answers, notifications, gestures in
 * progress, attempts, events, connecting, requests, questions, decisions, attachments.
 *
 *   new ──connect──► connected ──end, error──► lost, untold ──next: cancelled…, DISCONNECTED──► lost ──reconnect──┐
 *                        ▲                                                                                        │
 *                        └───────────────────── next: CONNECTED for each subscription ◄──────────────────────────┘
 *
 * Nothing that comes from the socket is believed: lengths are bounded, depth is bounded and costs no stack, and members
 * that are missing or of another kind are read as empty. Numbers are read and written without the locale.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "gestured.h"

#include <errno.h>
#include <float.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum {
    protocol = 1,
    deepest = 64,
    longest_request = 65536,
    longest_line = 16 * 1024 * 1024,
    most_waiting = 2 * longest_line, /* bytes that may come while an answer is awaited */
    most_values = 1024 * 1024,       /* in a line */
    most_under_way = 4096,
    most_listed = 16384, /* in a list that is read */
    longest_name = 256,
    most_warnings = 64, /* of an answer */
    most_problems = 100,
    piece = 65536, /* what is read at once */
    most_pieces = 16,
    most_callbacks = 1024,
    shortest_pause = 100,
    longest_pause = 5000
};

/* Growing text ----------------------------------------------------------------------------------------------------- */

struct text {
    char *bytes; /* followed by a zero, once there is something */
    size_t length, capacity;
    bool failed; /* there was no memory */
};

static void add(struct text *text, const char *bytes, size_t length)
{
    if (text->failed) return;
    if (length >= text->capacity - text->length || text->bytes == NULL) {
        size_t capacity = text->capacity ? text->capacity : 256;
        while (capacity - text->length <= length) {
            if (capacity > SIZE_MAX / 2) { text->failed = true; return; }
            capacity *= 2;
        }
        char *grown = realloc(text->bytes, capacity);
        if (grown == NULL) { text->failed = true; return; }
        text->bytes = grown;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = 0;
}

static void put(struct text *text, const char *string)
{
    add(text, string, strlen(string));
}

/* Several strings. */
#define PUT(text, ...) put_all(text, (const char *const[]){__VA_ARGS__, NULL})

static void put_all(struct text *text, const char *const *strings)
{
    for (; *strings; strings++) put(text, *strings);
}

static void put_number(struct text *text, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    put(text, digits);
}

/* A text in UTF-8 in which characters that a terminal may obey, or that are invisible, become escapes: \u{1b}. */
static void put_printable(struct text *text, const char *string)
{
    static const struct { unsigned first, last; } unsafe[] = {
        {0x01, 0x1f}, {0x7f, 0x9f}, {0xad, 0xad}, {0x61c, 0x61c}, {0x180e, 0x180e}, {0x200b, 0x200b}, {0x200e, 0x200f},
        {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};
    for (const char *at = string; *at;) {
        unsigned scalar = (unsigned char)*at;
        size_t length = scalar < 0x80 ? 1 : scalar < 0xe0 ? 2 : scalar < 0xf0 ? 3 : 4;
        if (length > 1) scalar &= 0x7fu >> length;
        for (size_t index = 1; index < length; index++) scalar = scalar << 6 | ((unsigned char)at[index] & 0x3fu);
        bool is_unsafe = false;
        for (size_t index = 0; index < sizeof unsafe / sizeof *unsafe; index++) {
            is_unsafe = is_unsafe || (scalar >= unsafe[index].first && scalar <= unsafe[index].last);
        }
        if (is_unsafe) {
            char escape[16];
            snprintf(escape, sizeof escape, "\\u{%x}", scalar);
            put(text, escape);
        } else {
            add(text, at, length);
        }
        at += length;
    }
}

/* As JSON, with its quotes. */
static void put_string(struct text *text, const char *string)
{
    put(text, "\"");
    for (const char *at = string; *at; at++) {
        unsigned char byte = (unsigned char)*at;
        char escape[8];
        if (byte == '"' || byte == '\\') snprintf(escape, sizeof escape, "\\%c", byte);
        else if (byte < 0x20) snprintf(escape, sizeof escape, "\\u%04x", byte);
        else snprintf(escape, sizeof escape, "%c", byte);
        put(text, escape);
    }
    put(text, "\"");
}

static void clear(struct text *text)
{
    text->length = 0;
    text->failed = false;
}

static void release(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}

/* A copy of its own, or NULL. */
static char *copied(const char *bytes, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, bytes, length);
    copy[length] = 0;
    return copy;
}

/* Memory that is freed all at once. */
struct block {
    struct block *next;
    size_t size;
    max_align_t bytes[];
};

struct arena {
    struct block *blocks;
    size_t used; /* of the first */
    bool failed;
};

/* Zeros, or NULL. */
static void *reserve(struct arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 4 / size) { arena->failed = true; return NULL; }
    size_t wanted = (count * size + sizeof(max_align_t)) / sizeof(max_align_t) * sizeof(max_align_t);
    if (arena->blocks == NULL || wanted > arena->blocks->size - arena->used) {
        size_t room = wanted > 4096 ? wanted : 4096;
        struct block *block = malloc(sizeof *block + room);
        if (block == NULL) { arena->failed = true; return NULL; }
        *block = (struct block){.next = arena->blocks, .size = room};
        arena->blocks = block;
        arena->used = 0;
    }
    void *found = (char *)arena->blocks->bytes + arena->used;
    arena->used += wanted;
    return memset(found, 0, wanted);
}

/* Keeps one block of the usual size, so that the usual event allocates nothing. */
static void empty(struct arena *arena)
{
    struct block *kept = NULL;
    while (arena->blocks) {
        struct block *block = arena->blocks;
        arena->blocks = block->next;
        if (kept == NULL && block->size == 4096) kept = block;
        else free(block);
    }
    if (kept) kept->next = NULL;
    *arena = (struct arena){.blocks = kept};
}

/* A reader for JSON ------------------------------------------------------------------------------------------------ */

enum value_kind { JSON_OBJECT, JSON_LIST, JSON_STRING, JSON_NUMBER, JSON_TRUE, JSON_FALSE, JSON_NULL };

/* A value, in order of appearance, followed by the content of an object (names and values in turn) or of a list. */
struct value {
    uint32_t start, end; /* in the text, with quotes and brackets */
    uint32_t next;       /* the first value that is not within this one */
    unsigned char kind;
    bool escaped;
};

struct document {
    const char *text;
    struct value *values;
    uint32_t count, capacity;
    struct arena arena;
    const char *violation; /* what no gestured writes, among what was read of it; NULL if there is nothing */
};

static void discard(struct document *document)
{
    empty(&document->arena);
    free(document->arena.blocks);
    free(document->values);
    *document = (struct document){0};
}

/* Whether it is UTF-8: shortest forms, no surrogates, nothing above U+10FFFF. */
static bool is_utf8(const char *text, size_t length)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + length;
    while (at < end) {
        unsigned char first = *at++;
        if (first < 0x80) continue;
        size_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
        if (first < 0xc2 || first > 0xf4 || more > (size_t)(end - at)) return false;
        if (first == 0xe0 && *at < 0xa0) return false;
        if (first == 0xed && *at > 0x9f) return false;
        if (first == 0xf0 && *at < 0x90) return false;
        if (first == 0xf4 && *at > 0x8f) return false;
        for (; more; more--) if ((*at++ & 0xc0) != 0x80) return false;
    }
    return true;
}

static int hexadecimal(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

/* The end of the string that begins at `at`; 0 if it is not one. */
static size_t string_end(const char *text, size_t at, size_t length, bool *escaped)
{
    *escaped = false;
    if (text[at] != '"') return 0;
    for (at++; at < length; at++) {
        if (text[at] == '"') return at + 1;
        if ((unsigned char)text[at] < 0x20) return 0;
        if (text[at] != '\\') continue;
        *escaped = true;
        if (++at == length || text[at] == 0 || strchr("\"\\/bfnrtu", text[at]) == NULL) return 0;
        if (text[at] != 'u') continue;
        for (int digit = 0; digit < 4; digit++) if (++at == length || hexadecimal(text[at]) < 0) return 0;
    }
    return 0;
}

static size_t digits_end(const char *text, size_t at, size_t length)
{
    while (at < length && text[at] >= '0' && text[at] <= '9') at++;
    return at;
}

/* The end of the number that begins at `at`; 0 if it is not one. */
static size_t number_end(const char *text, size_t at, size_t length)
{
    if (text[at] == '-') at++;
    size_t whole = digits_end(text, at, length);
    if (whole == at || (text[at] == '0' && whole > at + 1)) return 0;
    at = whole;
    if (at < length && text[at] == '.') {
        whole = digits_end(text, at + 1, length);
        if (whole == at + 1) return 0;
        at = whole;
    }
    if (at < length && (text[at] == 'e' || text[at] == 'E')) {
        at++;
        if (at < length && (text[at] == '+' || text[at] == '-')) at++;
        whole = digits_end(text, at, length);
        if (whole == at) return 0;
        at = whole;
    }
    return at;
}

static bool add_value(struct document *document, enum value_kind kind, size_t start, size_t end)
{
    if (document->count == document->capacity) {
        uint32_t capacity = document->capacity ? document->capacity * 2 : 64;
        if (capacity > most_values) return false;
        struct value *grown = realloc(document->values, capacity * sizeof *grown);
        if (grown == NULL) return false;
        document->values = grown;
        document->capacity = capacity;
    }
    document->values[document->count] = (struct value){
        .start = (uint32_t)start, .end = (uint32_t)end, .next = document->count + 1, .kind = (unsigned char)kind};
    document->count++;
    return true;
}

/* The end of the string, number or word that begins at `at`; 0 if it is none of these. */
static size_t read_scalar(struct document *document, size_t at, size_t length)
{
    static const struct { const char *word; enum value_kind kind; } words[] = {
        {"true", JSON_TRUE}, {"false", JSON_FALSE}, {"null", JSON_NULL}};
    const char *text = document->text;
    enum value_kind kind = JSON_NUMBER;
    bool escaped = false;
    size_t end = 0;
    if (text[at] == '"') {
        kind = JSON_STRING;
        end = string_end(text, at, length, &escaped);
    } else if (text[at] == '-' || (text[at] >= '0' && text[at] <= '9')) {
        end = number_end(text, at, length);
    } else {
        for (size_t index = 0; index < 3; index++) {
            size_t size = strlen(words[index].word);
            if (size > length - at || memcmp(text + at, words[index].word, size) != 0) continue;
            kind = words[index].kind;
            end = at + size;
        }
    }
    if (end == 0 || !add_value(document, kind, at, end)) return 0;
    document->values[document->count - 1].escaped = escaped;
    return end;
}

/* Reads a whole text, which stays the caller's; the previous content of the document is discarded. */
static bool read_json(struct document *document, const char *text, size_t length)
{
    enum { value, value_or_end, name, name_or_end, colon, comma_or_end } expected = value;
    uint32_t around[deepest];
    size_t depth = 0, at = 0;
    empty(&document->arena);
    document->text = text;
    document->count = 0;
    document->violation = NULL;
    if (length > longest_line || !is_utf8(text, length)) return false;
    for (;;) {
        while (at < length && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r')) at++;
        if (at == length) return expected == comma_or_end && depth == 0;
        char here = text[at];
        if (expected == colon) {
            if (here != ':') return false;
            at++;
            expected = value;
            continue;
        }
        if (depth > 0 && expected != value && expected != name) {
            struct value *container = &document->values[around[depth - 1]];
            bool is_object = container->kind == JSON_OBJECT;
            if (here == (is_object ? '}' : ']')) {
                container->end = (uint32_t)++at;
                container->next = document->count;
                depth--;
                expected = comma_or_end;
                continue;
            }
            if (expected == comma_or_end) {
                if (here != ',') return false;
                at++;
                expected = is_object ? name : value;
                continue;
            }
        }
        if (expected == comma_or_end) return false;
        bool is_name = expected == name || expected == name_or_end;
        if (is_name && here != '"') return false;
        if (here == '{' || here == '[') {
            bool is_object = here == '{';
            if (depth == deepest || !add_value(document, is_object ? JSON_OBJECT : JSON_LIST, at, at)) return false;
            around[depth++] = document->count - 1;
            expected = is_object ? name_or_end : value_or_end;
            at++;
            continue;
        }
        at = read_scalar(document, at, length);
        if (at == 0) return false;
        expected = is_name ? colon : comma_or_end;
    }
}

/* Places where values are; `nowhere` is the whole text's, which is within nothing. */
typedef uint32_t place;
enum { nowhere = 0 };

static bool is_kind(const struct document *document, place at, enum value_kind kind)
{
    return at < document->count && document->values[at].kind == kind;
}

static bool read_object(struct document *document, const char *text, size_t length)
{
    return read_json(document, text, length) && is_kind(document, 0, JSON_OBJECT);
}

static const char *raw(const struct document *document, place at)
{
    return document->text + document->values[at].start;
}

static size_t raw_length(const struct document *document, place at)
{
    return document->values[at].end - document->values[at].start;
}

static char *encode(char *at, unsigned scalar)
{
    if (scalar < 0x80) {
        *at++ = (char)scalar;
        return at;
    }
    if (scalar < 0x800) {
        *at++ = (char)(0xc0 | scalar >> 6);
    } else {
        if (scalar < 0x10000) {
            *at++ = (char)(0xe0 | scalar >> 12);
        } else {
            *at++ = (char)(0xf0 | scalar >> 18);
            *at++ = (char)(0x80 | (scalar >> 12 & 0x3f));
        }
        *at++ = (char)(0x80 | (scalar >> 6 & 0x3f));
    }
    *at++ = (char)(0x80 | (scalar & 0x3f));
    return at;
}

static unsigned four_digits(const char *at)
{
    unsigned number = 0;
    for (int digit = 0; digit < 4; digit++) number = number << 4 | (unsigned)hexadecimal(at[digit]);
    return number;
}

/* The text of a string, in the document's arena; "" for others. NUL and invalid characters become U+FFFD. */
static const char *string(struct document *document, place at)
{
    if (!is_kind(document, at, JSON_STRING)) return "";
    const char *from = raw(document, at) + 1, *end = raw(document, at) + raw_length(document, at) - 1;
    char *bytes = reserve(&document->arena, 1, (size_t)(end - from) + 1), *to = bytes;
    if (bytes == NULL) return "";
    while (from < end) {
        if (*from != '\\') {
            *to++ = *from++;
            continue;
        }
        static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
        char letter = from[1];
        const char *found = strchr(letters, letter);
        from += 2;
        if (letter != 'u') {
            *to++ = found ? meanings[found - letters] : letter;
            continue;
        }
        unsigned scalar = four_digits(from);
        from += 4;
        if (scalar >= 0xd800 && scalar < 0xdc00 && end - from >= 6 && from[0] == '\\' && from[1] == 'u') {
            unsigned low = four_digits(from + 2);
            if (low >= 0xdc00 && low < 0xe000) {
                scalar = 0x10000 + ((scalar - 0xd800) << 10) + (low - 0xdc00);
                from += 6;
            }
        }
        if (scalar == 0 || (scalar >= 0xd800 && scalar < 0xe000)) scalar = 0xfffd;
        to = encode(to, scalar);
    }
    *to = 0;
    return bytes;
}

static bool says(struct document *document, place at, const char *word)
{
    if (!is_kind(document, at, JSON_STRING)) return false;
    if (document->values[at].escaped) return strcmp(string(document, at), word) == 0;
    size_t length = strlen(word);
    return raw_length(document, at) == length + 2 && memcmp(raw(document, at) + 1, word, length) == 0;
}

/* The value of a number, in any locale; exact for the numbers that gestured writes. */
static double number(const struct document *document, place at)
{
    if (is_kind(document, at, JSON_TRUE)) return 1;
    if (!is_kind(document, at, JSON_NUMBER)) return 0;
    const char *from = raw(document, at), *end = from + raw_length(document, at);
    bool is_negative = *from == '-';
    uint64_t digits = 0;
    int exponent = 0, zeros = 0; /* zeros at the end count only when a digit follows: 2^53 has room, 2^53.0 has not */
    bool is_fraction = false;
    for (from += is_negative; from < end && *from != 'e' && *from != 'E'; from++) {
        if (*from == '.') { is_fraction = true; continue; }
        if (!is_fraction && exponent < 1000) exponent++;
        if (zeros < 1000) zeros++;
        if (*from == '0') continue;
        for (; zeros && digits < UINT64_MAX / 10 - 1; zeros--) {
            digits *= 10;
            exponent--;
        }
        if (zeros == 0) digits += (uint64_t)(*from - '0');
        zeros = 0;
    }
    if (from < end) {
        from++;
        int sign = *from == '-' ? -1 : 1, told = 0;
        if (*from == '-' || *from == '+') from++;
        for (; from < end; from++) if (told < 10000) told = told * 10 + (*from - '0');
        exponent += sign * told;
    }
    double result = (double)digits, power = 1;
    int steps = exponent < 0 ? -exponent : exponent;
    if (steps > 400) steps = 400;
    if (digits == 0) steps = 0;
    for (; steps; steps--) {
        power *= 10; /* exact up to 10^22 */
        if (power < 1e22 && steps > 1) continue;
        result = exponent < 0 ? result / power : result * power;
        power = 1;
    }
    if (result > DBL_MAX) result = DBL_MAX;
    return is_negative ? -result : result;
}

static uint64_t count(const struct document *document, place at)
{
    double value = number(document, at);
    return value >= 0 && value <= 9007199254740992.0 ? (uint64_t)value : 0;
}

/* The value of a member; `nowhere` if there is none, or no object. */
static place member(struct document *document, place object, const char *name)
{
    if (!is_kind(document, object, JSON_OBJECT)) return nowhere;
    for (place at = object + 1; at < document->values[object].next; at = document->values[at + 1].next) {
        if (says(document, at, name)) return at + 1;
    }
    return nowhere;
}

/* A member of that kind. */
static place member_of(struct document *document, place object, const char *name, enum value_kind kind)
{
    place at = member(document, object, name);
    return at != nowhere && is_kind(document, at, kind) ? at : (place)nowhere;
}

/* The members below are empty if there are none of the kind; `nowhere` itself is the whole text, an object. */
static double number_of(struct document *document, place object, const char *name)
{
    place at = member(document, object, name);
    return at == nowhere ? 0 : number(document, at);
}

static double number_or(struct document *document, place object, const char *name, double other)
{
    return member_of(document, object, name, JSON_NUMBER) == nowhere ? other : number_of(document, object, name);
}

static uint64_t count_of(struct document *document, place object, const char *name)
{
    place at = member(document, object, name);
    return at == nowhere ? 0 : count(document, at);
}

static const char *string_of(struct document *document, place object, const char *name)
{
    place at = member(document, object, name);
    return at == nowhere ? "" : string(document, at);
}

static const char *name_of(struct document *document, place object, const char *name)
{
    const char *found = string_of(document, object, name);
    if (strlen(found) > longest_name) document->violation = "a name has more than 256 bytes";
    return found;
}

static bool truth_of(struct document *document, place object, const char *name)
{
    return member_of(document, object, name, JSON_TRUE) != nowhere;
}

static struct gestured_point point_of(struct document *document, place object, const char *name)
{
    place at = member_of(document, object, name, JSON_OBJECT);
    if (at == nowhere) return (struct gestured_point){0, 0};
    return (struct gestured_point){number_of(document, at, "x"), number_of(document, at, "y")};
}

/* How many values a list has, or members an object. */
static size_t size_of(const struct document *document, place container)
{
    size_t size = 0;
    bool is_object = is_kind(document, container, JSON_OBJECT);
    if (!is_object && !is_kind(document, container, JSON_LIST)) return 0;
    place at = container + 1;
    while (at < document->values[container].next) {
        at = document->values[is_object ? at + 1 : at].next;
        size++;
    }
    return size;
}

/* A list of which something is made for each value. */
static place list_of(struct document *document, place object, const char *name)
{
    place list = member_of(document, object, name, JSON_LIST);
    if (list == nowhere || size_of(document, list) <= most_listed) return list;
    document->violation = "a list has more than 16384 values";
    return nowhere;
}

/* Each value of a list, a variable that may be `nowhere`. */
#define FOR_EACH(document, at, list)                                                             \
    for (place at = (list) + 1; (list) != nowhere && at < (document)->values[list].next;         \
         at = (document)->values[at].next)

/* The value at a path like `latency.p99` or `[0].name`; false if there is none. */
static bool find(struct document *document, const char *path, place *found)
{
    place at = 0;
    while (*path) {
        if (*path == '[') {
            char *end;
            if (path[1] < '0' || path[1] > '9' || !is_kind(document, at, JSON_LIST)) return false;
            unsigned long index = strtoul(path + 1, &end, 10);
            place list = at;
            if (*end != ']') return false;
            for (at = list + 1; at < document->values[list].next && index; index--) at = document->values[at].next;
            if (at >= document->values[list].next) return false;
            path = end + 1;
        } else {
            if (*path == '.') path++;
            size_t length = strcspn(path, ".[");
            char *name = length ? copied(path, length) : NULL;
            at = name ? member(document, at, name) : (place)nowhere;
            free(name);
            if (at == nowhere) return false;
            path += length;
        }
    }
    *found = at;
    return true;
}

static bool locate(struct document *document, const char *json, const char *path, place *found)
{
    return json && path && read_json(document, json, strlen(json)) && find(document, path, found);
}

int gestured_json_number(const char *json, const char *path, double *result)
{
    struct document document = {0};
    place at;
    int kind = locate(&document, json, path, &at) ? document.values[at].kind : JSON_NULL;
    bool is_found = kind == JSON_NUMBER || kind == JSON_TRUE || kind == JSON_FALSE;
    if (is_found) *result = number(&document, at);
    discard(&document);
    return is_found ? 0 : -1;
}

int gestured_json_text(const char *json, const char *path, char *buffer, size_t size)
{
    struct document document = {0};
    place at;
    int outcome = -1;
    if (locate(&document, json, path, &at) && is_kind(&document, at, JSON_STRING)) {
        const char *found = string(&document, at);
        if (!document.arena.failed && strlen(found) < size) {
            memcpy(buffer, found, strlen(found) + 1);
            outcome = 0;
        }
    }
    discard(&document);
    return outcome;
}

int gestured_json_count(const char *json, const char *path, size_t *result)
{
    struct document document = {0};
    place at;
    int kind = locate(&document, json, path, &at) ? document.values[at].kind : JSON_NULL;
    bool is_found = kind == JSON_LIST || kind == JSON_OBJECT;
    if (is_found) *result = size_of(&document, at);
    discard(&document);
    return is_found ? 0 : -1;
}

/* The connection --------------------------------------------------------------------------------------------------- */

struct subscription {
    int number;      /* ours: it stays */
    uint64_t remote; /* the server's, of this connection; 0 if none */
    bool is_closing; /* whether it receives the end of all gestures */
    bool has_touches;
    size_t recognizer_globs, surface_globs; /* of its filter */
    char *params;
    uint64_t warned[2]; /* of its first 64 globs for recognizers, and for surfaces: a bit for each with a warning */
};

/* A gesture or touch that has begun. */
struct under_way {
    struct under_way *next;
    int subscription;
    bool is_touch;
    uint64_t id;
    struct text last; /* its last event, of a touch without others */
};

/* An attempt of a recognizer that the program decides. */
struct attempt {
    struct attempt *next;
    uint64_t number;           /* ours: gestured's begin again with each connection */
    uint64_t change;           /* the last that the program has received */
    enum gestured_state state; /* the last that the program has set */
    bool must_answer;          /* others wait for a decision about this change */
    char *recognizer;
};

/* The methods of recognizers with a name. */
struct methods {
    struct methods *next;
    struct gestured_methods functions;
    void *data;
    char *recognizer;
};

/* An event that does not come from the socket. */
struct made_up {
    struct made_up *next;
    enum gestured_kind kind;
    int subscription;
    char *json;
};

/* An attached region or recognizer, as it is attached again. */
struct attachment {
    struct attachment *next;
    unsigned request; /* the same for all that were attached together */
    bool is_region, is_gone;
    bool is_decided; /* a configured recognizer, which others can use */
    struct attachment *upper; /* of a region: the next higher one */
    char *name;
    char *within; /* the parent of a region, the region of a recognizer */
    char *json;
    /* An object with what updates have changed last, or NULL. It is apart, as it was in the requests: together they could
     * exceed the limits of one. */
    char *changes;
};

struct gestured {
    char *path;
    int socket, epoll, wake;
    bool is_awake;  /* `wake` is readable */
    bool is_known;  /* the program believes that there is a connection */
    bool is_untold; /* the program must still be notified of its loss */
    int timeout, pause;
    gestured_warning warn; /* NULL: no warnings */
    void *warning_data;
    int64_t since; /* when it was connected, in milliseconds */
    char *server;
    struct text capabilities; /* each between blanks */

    /* Received data: [start, lines) are whole lines, of which those before `looked` are not answers. */
    char *bytes;
    size_t capacity, start, looked, lines, end;

    uint64_t last_id;
    struct text request, answer;
    struct document event_document, answer_document, line_document, list_document;

    struct subscription *subscriptions;
    size_t subscription_count;
    int last_number;
    struct under_way *under_way;
    size_t under_way_count;
    struct made_up *made_up, **made_up_end;
    struct attachment *attachments, **attachments_end;
    struct attachment *lowest; /* of the regions, in the order in which they lie */
    struct gestured_delegate delegate;
    uint64_t past_questions, questions; /* the last number of earlier connections, and how many this one has asked */
    struct attempt *attempts;           /* under way */
    size_t attempt_count;
    uint64_t past_attempts, last_attempt; /* the last number of earlier connections, and gestured's of this one */
    struct methods *methods;
    struct text warned;        /* the warnings of attachments that were given, each between ends of lines */
    unsigned last_request;

    struct gestured_error error;
    struct document error_document; /* holds its texts */
    struct text error_text;
};

/* Errors ----------------------------------------------------------------------------------------------------------- */

/* Sets the error and returns -1; `reason` and `detail` may be NULL. */
static int fail(struct gestured *self, int code, const char *message, const char *detail)
{
    if (self == NULL) return -1;
    empty(&self->error_document.arena);
    self->error = (struct gestured_error){.code = code, .message = message};
    struct text *text = &self->error_text;
    clear(text);
    put(text, message);
    if (detail) PUT(text, " (", detail, ")");
    if (code == GESTURED_UNREACHABLE) {
        PUT(text, " at ", self->path,
            "; is it running? See `systemctl status gestured`; $GESTURED_SOCKET names another path");
    } else if (code == GESTURED_PERMISSION) {
        PUT(text, " to ", self->path, "; become a member of the group that owns it, usually with "
            "`usermod -aG gestures USER`, and log in again");
    } else if (code == GESTURED_LOST) {
        put(text, "; gestured's journal says why");
    }
    return -1;
}

static int fail_for_memory(struct gestured *self)
{
    return fail(self, GESTURED_MEMORY, "there is no memory", NULL);
}

/* Writes the text of an answer's error without repetition: the first of the problems may be the error itself. */
static void put_refusal(struct text *text, const struct gestured_error *error)
{
    size_t length = error->path ? strlen(error->path) : 0;
    bool is_problem = length > 0 && error->problem_count > 0 && strncmp(error->problems[0], error->path, length) == 0
        && error->problems[0][length] == ':';
    clear(text);
    if (!is_problem) {
        put_printable(text, error->message);
        if (length > 0) {
            put(text, " (");
            put_printable(text, error->path);
            put(text, ")");
        }
        if (error->hint && *error->hint) {
            put(text, ": ");
            put_printable(text, error->hint);
        }
    }
    for (size_t index = 0; index < error->problem_count; index++) {
        if (text->length > 0) put(text, "\n  ");
        put_printable(text, error->problems[index]);
    }
}

/* Parses the member `error` of an answer, whatever its content. */
static int fail_by_answer(struct gestured *self, struct document *from, place error)
{
    struct document *document = &self->error_document;
    if (!read_json(document, raw(from, error), raw_length(from, error))) return fail_for_memory(self);
    double code = number_of(document, 0, "code");
    place data = member_of(document, 0, "data", JSON_OBJECT);
    place path = data ? member_of(document, data, "path", JSON_STRING) : (place)nowhere;
    place hint = data ? member_of(document, data, "hint", JSON_STRING) : (place)nowhere;
    place problems = data ? member_of(document, data, "problems", JSON_LIST) : (place)nowhere;
    const char *message = string_of(document, 0, "message");
    size_t problem_count = problems ? size_of(document, problems) : 0;
    if (problem_count > most_problems) problem_count = most_problems;
    const char **texts = reserve(&document->arena, problem_count, sizeof *texts);
    self->error = (struct gestured_error){
        .code = code < 0 && code > INT_MIN ? (int)code : GESTURED_DEFECT,
        .message = *message ? message : "refused without a reason",
        .path = path ? string(document, path) : NULL,
        .hint = hint ? string(document, hint) : NULL,
        .problems = texts};
    if (texts) FOR_EACH(document, at, problems) {
        if (self->error.problem_count == problem_count) break;
        texts[self->error.problem_count++] = string(document, at);
    }
    put_refusal(&self->error_text, &self->error);
    document->text = NULL; /* It was the answer's. */
    document->count = 0;
    return -1;
}

const struct gestured_error *gestured_last_error(const struct gestured *self)
{
    static const struct gestured_error none = {.code = GESTURED_MEMORY, .message = "there is no connection"};
    return self ? &self->error : &none;
}

const char *gestured_error_text(const struct gestured *self)
{
    if (self == NULL) return "there is no memory or no descriptor for a connection";
    if (self->error.code == 0) return "nothing has failed";
    return self->error_text.bytes && !self->error_text.failed ? self->error_text.bytes : self->error.message;
}

bool gestured_may_pass(int code)
{
    return code == GESTURED_UNREACHABLE || code == GESTURED_LOST || code == GESTURED_TIMEOUT || code == GESTURED_LIMIT;
}

/* Lines on a socket ------------------------------------------------------------------------------------------------ */

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Closes the socket. Complete lines can still be taken; then the program is notified. */
static void hang_up(struct gestured *self)
{
    if (self->socket < 0) return;
    close(self->socket);
    self->socket = -1;
    self->end = self->lines;
    self->is_untold = self->is_untold || self->is_known;
    self->is_known = false;
    if (now() - self->since >= longest_pause) self->pause = shortest_pause;
}

static int lose(struct gestured *self, int code, const char *message, const char *detail)
{
    fail(self, code, message, detail);
    hang_up(self);
    return -1;
}

/* The other side violates the protocol. */
static int lose_to(struct gestured *self, const char *detail)
{
    return lose(self, GESTURED_PROTOCOL, "the server is not a gestured that this client understands", detail);
}

/* An invalid line: it and later data are discarded. */
static int lose_at(struct gestured *self, size_t line, const char *detail)
{
    self->lines = self->end = line;
    if (self->looked > line) self->looked = line;
    return lose_to(self, detail);
}

/* A deadline at which all that is ready has been looked at. */
static const int64_t over = INT64_MIN;

/* Whether the socket is ready before the deadline: 1; 0 if not; -1 if it failed.
 *
 * Data that is ready by then is reported once more, but not all later data: the deadline becomes `over`. */
static int await(struct gestured *self, short events, int64_t *deadline)
{
    if (*deadline == over) return 0;
    if (*deadline <= now()) *deadline = over;
    for (;;) {
        int64_t left = *deadline == over ? 0 : *deadline - now();
        struct pollfd poller = {.fd = self->socket, .events = events};
        int ready = poll(&poller, 1, left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left);
        if (ready > 0) return 1;
        if (ready == 0) return 0;
        if (errno != EINTR) return lose(self, GESTURED_LOST, "the connection has ended", strerror(errno));
    }
}

/* Room for a piece after the received data. */
static bool make_room(struct gestured *self)
{
    if (self->start == self->end) {
        self->start = self->looked = self->lines = self->end = 0;
        if (self->capacity > 4 * piece) { /* One long line is no reason to keep its memory. */
            free(self->bytes);
            self->bytes = NULL;
            self->capacity = 0;
        }
    }
    if (self->capacity - self->end >= piece) return true;
    size_t waiting = self->end - self->start;
    if (self->start > 0) {
        memmove(self->bytes, self->bytes + self->start, waiting);
        self->looked -= self->start;
        self->lines -= self->start;
        self->end = waiting;
        self->start = 0;
        if (self->capacity - self->end >= piece) return true;
    }
    size_t capacity = self->capacity ? self->capacity * 2 : 2 * piece;
    char *grown = realloc(self->bytes, capacity);
    if (grown == NULL) return false;
    self->bytes = grown;
    self->capacity = capacity;
    return true;
}

/* Reads available data: 1 if there is any, 0 if not, -1 if the connection has ended. */
static int receive(struct gestured *self)
{
    if (!make_room(self)) return lose(self, GESTURED_MEMORY, "there is no memory", NULL);
    ssize_t length;
    do length = recv(self->socket, self->bytes + self->end, piece, MSG_DONTWAIT);
    while (length < 0 && errno == EINTR);
    if (length < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return 0;
    if (length <= 0) {
        return lose(self, GESTURED_LOST, "the connection has ended", length < 0 ? strerror(errno) : NULL);
    }
    char *last = memrchr(self->bytes + self->end, '\n', (size_t)length);
    self->end += (size_t)length;
    if (last) self->lines = (size_t)(last - self->bytes) + 1;
    if (self->end - self->lines > longest_line) return lose_at(self, self->lines, "a line is longer than 16 MiB");
    return 1;
}

/* The length of the whole line at an offset, without its end. */
static size_t line_length(const struct gestured *self, size_t line)
{
    const char *from = self->bytes + line;
    return (size_t)((const char *)memchr(from, '\n', self->lines - line) - from);
}

static int send_all(struct gestured *self, const char *bytes, size_t length, int64_t *deadline)
{
    while (length > 0) {
        ssize_t sent = send(self->socket, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            bytes += sent;
            length -= (size_t)sent;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            int ready = await(self, POLLOUT, deadline);
            if (ready < 0) return -1;
            if (ready == 0) return lose(self, GESTURED_TIMEOUT, "gestured does not read", NULL);
        } else if (errno != EINTR) {
            return lose(self, GESTURED_LOST, "the connection has ended", strerror(errno));
        }
    }
    return 0;
}

/* Answers ---------------------------------------------------------------------------------------------------------- */

/* Whether the line that was read is an answer at all, and the one to this request. What could not be read as a request
 * is refused without its id, and there is never more than one. */
static bool is_answer(struct document *document, uint64_t id, bool *is_mine)
{
    if (member(document, 0, "method") != nowhere) return false;
    place told = member(document, 0, "id");
    if (told == nowhere) return false;
    bool is_error = member(document, 0, "error") != nowhere;
    *is_mine = is_kind(document, told, JSON_NUMBER) ? count(document, told) == id
                                                    : is_error && is_kind(document, told, JSON_NULL);
    return true;
}

/* Takes a line out of the received data; earlier lines stay. */
static void remove_line(struct gestured *self, size_t line, size_t length)
{
    size_t after = line + length + 1;
    memmove(self->bytes + line, self->bytes + after, self->end - after);
    self->lines -= length + 1;
    self->end -= length + 1;
}

/* Copies the answer into `answer`, and reads it into `answer_document`. */
static int await_answer(struct gestured *self, uint64_t id, int64_t *deadline)
{
    for (;;) {
        while (self->looked < self->lines) {
            size_t line = self->looked, length = line_length(self, line);
            struct document *document = &self->line_document;
            bool is_mine = false;
            if (!read_object(document, self->bytes + line, length)) {
                return lose_at(self, line, "a line is not a JSON object");
            }
            if (!is_answer(document, id, &is_mine)) {
                self->looked += length + 1;
                continue;
            }
            if (!is_mine) {
                remove_line(self, line, length);
                continue;
            }
            clear(&self->answer);
            add(&self->answer, self->bytes + line, length);
            remove_line(self, line, length);
            if (self->answer.failed || !read_json(&self->answer_document, self->answer.bytes, self->answer.length)) {
                return lose(self, GESTURED_MEMORY, "there is no memory", NULL);
            }
            return 0;
        }
        if (self->socket < 0) return -1;
        if (self->end - self->start > most_waiting) {
            return lose_at(self, self->lines, "it sends anything but an answer");
        }
        int ready = await(self, POLLIN, deadline);
        if (ready == 0) return lose(self, GESTURED_TIMEOUT, "no answer came in time", NULL);
        if (ready < 0 || receive(self) < 0) {
            if (self->looked < self->lines) continue; /* The last words may be the answer. */
            return -1;
        }
    }
}

/* Asks, and waits. Returns where the result is in `answer_document`, `nowhere` if it failed. */
static place ask(struct gestured *self, const char *method, const char *params)
{
    if (self->socket < 0) {
        fail(self, GESTURED_LOST, "there is no connection", NULL);
        return nowhere;
    }
    struct text *request = &self->request;
    uint64_t id = ++self->last_id;
    clear(request);
    put(request, "{\"jsonrpc\":\"2.0\",\"id\":");
    put_number(request, id);
    put(request, ",\"method\":");
    put_string(request, method);
    if (params) {
        put(request, ",\"params\":");
        size_t from = request->length;
        put(request, params);
        /* In JSON ends of lines stand between values only. */
        for (size_t at = from; at < request->length; at++) if (request->bytes[at] == '\n') request->bytes[at] = ' ';
    }
    put(request, "}\n");
    if (request->failed) {
        fail_for_memory(self);
        return nowhere;
    }
    if (request->length > longest_request + 1) {
        fail(self, GESTURED_NOT_JSON, "a request has at most 65536 bytes; divide it", NULL);
        return nowhere;
    }
    int64_t deadline = now() + self->timeout;
    if (send_all(self, request->bytes, request->length, &deadline) || await_answer(self, id, &deadline)) return nowhere;
    place error = member(&self->answer_document, 0, "error");
    if (error != nowhere) {
        fail_by_answer(self, &self->answer_document, error);
        return nowhere;
    }
    place result = member(&self->answer_document, 0, "result");
    if (result == nowhere) lose_to(self, "an answer has no result");
    return result;
}

/* Notifications ---------------------------------------------------------------------------------------------------- */

struct word {
    const char *word;
    int meaning;
};

static const struct word states[] = {
    {"began", GESTURED_BEGAN}, {"changed", GESTURED_CHANGED}, {"ended", GESTURED_ENDED},
    {"cancelled", GESTURED_CANCELLED}, {"recognized", GESTURED_RECOGNIZED}, {"failed", GESTURED_FAILED}, {NULL, 0}};
static const struct word types[] = {
    {"tap", GESTURED_TAP}, {"longPress", GESTURED_LONG_PRESS}, {"swipe", GESTURED_SWIPE}, {"pan", GESTURED_PAN},
    {"screenEdgePan", GESTURED_SCREEN_EDGE_PAN}, {"pinch", GESTURED_PINCH}, {"rotation", GESTURED_ROTATION},
    {"transform", GESTURED_TRANSFORM}, {"stroke", GESTURED_STROKE}, {"checkmark", GESTURED_CHECKMARK},
    {"tickle", GESTURED_TICKLE}, {"incrementalPinch", GESTURED_INCREMENTAL_PINCH}, {NULL, GESTURED_OTHER}};
static const struct word sides[] = {
    {"left", GESTURED_LEFT}, {"right", GESTURED_RIGHT}, {"up", GESTURED_UP}, {"down", GESTURED_DOWN},
    {"top", GESTURED_TOP}, {"bottom", GESTURED_BOTTOM}, {NULL, GESTURED_NO_SIDE}};
static const struct word phases[] = {
    {"began", GESTURED_TOUCH_BEGAN}, {"moved", GESTURED_TOUCH_MOVED}, {"ended", GESTURED_TOUCH_ENDED},
    {"cancelled", GESTURED_TOUCH_CANCELLED}, {NULL, 0}};
static const struct word changes[] = {
    {"added", GESTURED_ADDED}, {"removed", GESTURED_REMOVED}, {"changed", GESTURED_SURFACE_CHANGED}, {NULL, 0}};
static const struct word notifications[] = {
    {"gesture", GESTURED_GESTURE}, {"touch", GESTURED_TOUCHES}, {"surface", GESTURED_SURFACE},
    {"reloaded", GESTURED_RELOADED}, {"lagged", GESTURED_LAGGED}, {"question", GESTURED_QUESTION},
    {"attempt", GESTURED_ATTEMPT}, {"reset", GESTURED_RESET}, {NULL, 0}};
static const struct word asks[] = {
    {"begin", GESTURED_SHOULD_BEGIN}, {"receive", GESTURED_SHOULD_RECEIVE},
    {"simultaneous", GESTURED_SHOULD_RECOGNIZE_SIMULTANEOUSLY}, {"requireFailure", GESTURED_SHOULD_REQUIRE_FAILURE},
    {"beRequiredToFail", GESTURED_SHOULD_BE_REQUIRED_TO_FAIL}, {NULL, 0}};

static int meaning_of(struct document *document, place object, const char *name, const struct word *words)
{
    place at = member_of(document, object, name, JSON_STRING);
    for (; words->word; words++) if (at != nowhere && says(document, at, words->word)) break;
    return words->meaning;
}

static struct gestured_pan read_pan(struct document *document, place params)
{
    return (struct gestured_pan){
        .translation = point_of(document, params, "translation"),
        .delta = point_of(document, params, "delta"),
        .velocity = point_of(document, params, "velocity"),
        .projection = point_of(document, params, "projection"),
        .edge = (enum gestured_side)meaning_of(document, params, "edge", sides)};
}

static void read_measurement(struct document *document, place at, struct gestured_gesture *gesture)
{
    switch (gesture->type) {
    case GESTURED_TAP:
        gesture->tap.taps = count_of(document, at, "taps");
        break;
    case GESTURED_LONG_PRESS:
        gesture->long_press.duration = number_of(document, at, "duration");
        break;
    case GESTURED_SWIPE:
        gesture->swipe.direction = (enum gestured_side)meaning_of(document, at, "direction", sides);
        gesture->swipe.velocity = point_of(document, at, "velocity");
        break;
    case GESTURED_PAN:
    case GESTURED_SCREEN_EDGE_PAN:
        gesture->pan = read_pan(document, at);
        break;
    case GESTURED_PINCH:
        gesture->pinch.scale = number_of(document, at, "scale");
        gesture->pinch.delta = number_of(document, at, "delta");
        gesture->pinch.velocity = number_of(document, at, "velocity");
        break;
    case GESTURED_ROTATION:
        gesture->rotation.rotation = number_of(document, at, "rotation");
        gesture->rotation.delta = number_of(document, at, "delta");
        gesture->rotation.velocity = number_of(document, at, "velocity");
        break;
    case GESTURED_TRANSFORM:
        gesture->transform.pan = read_pan(document, at);
        gesture->transform.scale = number_of(document, at, "scale");
        gesture->transform.rotation = number_of(document, at, "rotation");
        gesture->transform.scale_delta = number_of(document, at, "scaleDelta");
        gesture->transform.rotation_delta = number_of(document, at, "rotationDelta");
        break;
    case GESTURED_STROKE:
        gesture->stroke.name = name_of(document, at, "stroke");
        gesture->stroke.score = number_of(document, at, "score");
        break;
    case GESTURED_CHECKMARK:
        gesture->checkmark.midpoint = point_of(document, at, "midpoint");
        break;
    case GESTURED_TICKLE:
        gesture->tickle.count = count_of(document, at, "count");
        break;
    case GESTURED_INCREMENTAL_PINCH:
        gesture->incremental_pinch.scale = number_of(document, at, "scale");
        break;
    case GESTURED_OTHER:
        break;
    }
}

static struct gestured_gesture read_gesture(struct document *document, place at)
{
    struct gestured_gesture gesture = {
        .type = (enum gestured_type)meaning_of(document, at, "type", types),
        .state = (enum gestured_state)meaning_of(document, at, "state", states),
        .type_name = name_of(document, at, "type"),
        .recognizer = name_of(document, at, "recognizer"),
        .surface = name_of(document, at, "surface"),
        .region = name_of(document, at, "region"),
        .gesture = count_of(document, at, "gesture"),
        .seq = count_of(document, at, "seq"),
        .time = number_of(document, at, "time"),
        .has_places = member_of(document, at, "location", JSON_OBJECT) != nowhere,
        .location = point_of(document, at, "location")};
    place touches = list_of(document, at, "touches");
    uint64_t *ids = reserve(&document->arena, touches ? size_of(document, touches) : 0, sizeof *ids);
    if (ids) FOR_EACH(document, touch, touches) ids[gesture.touch_count++] = count(document, touch);
    gesture.touches = ids;
    place locations = list_of(document, at, "locations");
    struct gestured_point *points =
        reserve(&document->arena, locations ? size_of(document, locations) : 0, sizeof *points);
    if (points) {
        FOR_EACH(document, each, locations) {
            points[gesture.location_count++] =
                (struct gestured_point){number_of(document, each, "x"), number_of(document, each, "y")};
        }
    }
    gesture.locations = points;
    if (gesture.state != GESTURED_FAILED) read_measurement(document, at, &gesture);
    return gesture;
}

static struct gestured_touch read_touch(struct document *document, place at)
{
    return (struct gestured_touch){
        .id = count_of(document, at, "id"),
        .phase = (enum gestured_phase)meaning_of(document, at, "phase", phases),
        .location = point_of(document, at, "location"),
        .previous_location = point_of(document, at, "previousLocation"),
        .region = name_of(document, at, "region"),
        .force = number_or(document, at, "force", -1),
        .major_radius = number_or(document, at, "majorRadius", -1),
        /* Older daemons do not count taps. */
        .tap_count = member_of(document, at, "tapCount", JSON_NUMBER) == nowhere
            ? 1 : count_of(document, at, "tapCount")};
}

static struct gestured_frame read_frame(struct document *document, place at)
{
    struct gestured_frame frame = {
        .surface = name_of(document, at, "surface"), .time = number_of(document, at, "time")};
    place list = list_of(document, at, "touches");
    struct gestured_touch *touches = reserve(&document->arena, list ? size_of(document, list) : 0, sizeof *touches);
    if (touches) FOR_EACH(document, touch, list) touches[frame.touch_count++] = read_touch(document, touch);
    frame.touches = touches;
    return frame;
}

/* Its phase is 0 if there is no touch in a known one. */
static struct gestured_attempt read_attempt(struct document *document, place at)
{
    struct gestured_frame frame = read_frame(document, at);
    return (struct gestured_attempt){
        .number = count_of(document, at, "attempt"),
        .change = count_of(document, at, "change"),
        .recognizer = name_of(document, at, "recognizer"),
        .surface = frame.surface,
        .time = frame.time,
        .phase = frame.touch_count > 0 ? frame.touches[0].phase : (enum gestured_phase)0,
        .touches = frame.touches,
        .touch_count = frame.touch_count,
        .must_answer = truth_of(document, at, "answer")};
}

static struct gestured_reset read_reset(struct document *document, place at)
{
    place reason = member_of(document, at, "reason", JSON_STRING);
    return (struct gestured_reset){
        .attempt = count_of(document, at, "attempt"),
        .recognizer = name_of(document, at, "recognizer"),
        .reason = reason ? string(document, reason) : NULL,
        .outcome = (enum gestured_state)meaning_of(document, at, "outcome", states)};
}

static struct gestured_surface read_surface(struct document *document, place at)
{
    place millimetres = member_of(document, at, "millimetres", JSON_OBJECT);
    return (struct gestured_surface){
        .name = name_of(document, at, "name"),
        .device = string_of(document, at, "device"),
        .unit = string_of(document, at, "unit"),
        .width = number_of(document, at, "width"),
        .height = number_of(document, at, "height"),
        .width_in_millimetres = millimetres ? number_of(document, millimetres, "width") : 0,
        .height_in_millimetres = millimetres ? number_of(document, millimetres, "height") : 0,
        .rotation = number_of(document, at, "rotation")};
}

static struct gestured_recognizer read_recognizer(struct document *document, place at)
{
    return (struct gestured_recognizer){
        .name = name_of(document, at, "name"),
        .type = name_of(document, at, "type"),
        .region = name_of(document, at, "region"),
        .enabled = truth_of(document, at, "enabled"),
        .own = truth_of(document, at, "own")};
}

static struct gestured_unmatched_glob read_unmatched_glob(struct document *document, place at)
{
    place nearest = member_of(document, at, "nearest", JSON_STRING);
    return (struct gestured_unmatched_glob){
        .glob = name_of(document, at, "glob"), .nearest = nearest ? string(document, nearest) : NULL};
}

/* A list of a snapshot, of which there are `word`s and a `word_count`, each read by `read_word`. */
#define READ_LIST(document, at, name, snapshot, word) READ_LIST_AS(document, at, name, snapshot, word, word)

/* The same for `member`s and a `member_count`. */
#define READ_LIST_AS(document, at, name, snapshot, member, word)                                            \
    do {                                                                                                    \
        place found = list_of(document, at, name);                                                          \
        struct gestured_##word *all = reserve(                                                              \
            &(document)->arena, found ? size_of(document, found) : 0, sizeof *all);                         \
        if (all) FOR_EACH(document, each, found) all[(snapshot).member##_count++] = read_##word(document, each); \
        (snapshot).member##s = all;                                                                         \
    } while (0)

static struct gestured_snapshot read_snapshot(struct document *document, place at)
{
    struct gestured_snapshot snapshot = {0};
    READ_LIST(document, at, "surfaces", snapshot, surface);
    READ_LIST(document, at, "recognizers", snapshot, recognizer);
    READ_LIST(document, at, "unmatched", snapshot, unmatched_glob);
    READ_LIST_AS(document, at, "unmatchedSurfaces", snapshot, unmatched_surface_glob, unmatched_glob);
    READ_LIST(document, at, "gestures", snapshot, gesture);
    READ_LIST(document, at, "touches", snapshot, frame);
    return snapshot;
}

/* Under way -------------------------------------------------------------------------------------------------------- */

static struct under_way **find_under_way(struct gestured *self, int subscription, bool is_touch, uint64_t id)
{
    struct under_way **at = &self->under_way;
    while (*at && ((*at)->subscription != subscription || (*at)->is_touch != is_touch || (*at)->id != id)) {
        at = &(*at)->next;
    }
    return at;
}

static void forget(struct gestured *self, struct under_way **at)
{
    struct under_way *old = *at;
    if (old == NULL) return;
    *at = old->next;
    release(&old->last);
    free(old);
    self->under_way_count--;
}

/* Where the last event of a gesture or touch is kept, to close it after a loss; NULL if it is too much. */
static struct text *keep(struct gestured *self, int subscription, bool is_touch, uint64_t id)
{
    struct under_way **at = find_under_way(self, subscription, is_touch, id);
    if (*at == NULL) {
        if (self->under_way_count == most_under_way) return NULL;
        *at = calloc(1, sizeof **at);
        if (*at == NULL) return NULL;
        **at = (struct under_way){.subscription = subscription, .is_touch = is_touch, .id = id};
        self->under_way_count++;
    }
    clear(&(*at)->last);
    return &(*at)->last;
}

static bool follow_gesture(struct gestured *self, const struct subscription *subscription, struct document *document,
                           place at, const struct gestured_gesture *gesture)
{
    if (gesture->state == GESTURED_ENDED || gesture->state == GESTURED_CANCELLED) {
        forget(self, find_under_way(self, subscription->number, false, gesture->gesture));
    } else if (subscription->is_closing && (gesture->state == GESTURED_BEGAN || gesture->state == GESTURED_CHANGED)) {
        struct text *last = keep(self, subscription->number, false, gesture->gesture);
        if (last) add(last, raw(document, at), raw_length(document, at));
        return last && !last->failed;
    }
    return true;
}

static bool follow_frame(struct gestured *self, const struct subscription *subscription, struct document *document,
                         place at, const struct gestured_frame *frame)
{
    place list = member_of(document, at, "touches", JSON_LIST);
    place surface = member_of(document, at, "surface", JSON_STRING);
    place time = member_of(document, at, "time", JSON_NUMBER);
    size_t index = 0;
    if (frame->touch_count == 0) return true;
    FOR_EACH(document, touch, list) {
        const struct gestured_touch *told = &frame->touches[index++];
        if (told->phase == GESTURED_TOUCH_ENDED || told->phase == GESTURED_TOUCH_CANCELLED) {
            forget(self, find_under_way(self, subscription->number, true, told->id));
            continue;
        }
        if (told->phase == 0) continue;
        struct text *last = keep(self, subscription->number, true, told->id);
        if (last == NULL) return false;
        put(last, "{\"surface\":");
        if (surface) add(last, raw(document, surface), raw_length(document, surface));
        else put(last, "\"\"");
        put(last, ",\"time\":");
        if (time) add(last, raw(document, time), raw_length(document, time));
        else put(last, "0.0");
        put(last, ",\"touches\":[");
        add(last, raw(document, touch), raw_length(document, touch));
        put(last, "]}");
        if (last->failed) return false;
    }
    return true;
}

void gestured_warn_on_stderr(const char *text, void *data)
{
    (void)data;
    fprintf(stderr, "gestured: %s\n", text);
}

void gestured_set_warning(struct gestured *self, gestured_warning warn, void *data)
{
    if (self == NULL) return;
    self->warn = warn;
    self->warning_data = data;
}

static bool is_printable(const char *text)
{
    while (*text >= ' ' && *text <= '~') text++;
    return *text == 0;
}

/* Warns once of each glob of the subscription that matches nothing. */
static void warn_of(struct gestured *self, const struct gestured_unmatched_glob *globs, size_t glob_count,
                    struct document *params, const char *list, const char *kind, uint64_t *warned)
{
    place asked = member_of(params, 0, list, JSON_LIST);
    for (size_t index = 0; index < glob_count; index++) {
        uint64_t bit = 1;
        FOR_EACH(params, each, asked) {
            if (bit && !(*warned & bit) && strcmp(string(params, each), globs[index].glob) == 0) {
                struct text text = {0};
                const char *nearest = globs[index].nearest;
                PUT(&text, "`", globs[index].glob, "` matches no ", kind, " now");
                /* Even if the server is not gestured. */
                if (nearest && is_printable(nearest)) PUT(&text, "; did you mean `", nearest, "`?");
                if (!text.failed) self->warn(text.bytes, self->warning_data);
                release(&text);
                *warned |= bit;
                break;
            }
            bit <<= 1;
        }
    }
}

static void warn_of_unmatched(struct gestured *self, struct subscription *subscription,
                              const struct gestured_snapshot *snapshot)
{
    struct document params = {0};
    if (self->warn == NULL || snapshot->unmatched_glob_count + snapshot->unmatched_surface_glob_count == 0) return;
    if (read_json(&params, subscription->params, strlen(subscription->params))) {
        warn_of(self, snapshot->unmatched_globs, snapshot->unmatched_glob_count, &params, "recognizers", "recognizer",
                &subscription->warned[0]);
        warn_of(self, snapshot->unmatched_surface_globs, snapshot->unmatched_surface_glob_count, &params, "surfaces",
                "surface", &subscription->warned[1]);
    }
    discard(&params);
}

static bool follow_snapshot(struct gestured *self, struct subscription *subscription, struct document *document,
                            place at, const struct gestured_snapshot *snapshot)
{
    if (snapshot->unmatched_glob_count > subscription->recognizer_globs
        || snapshot->unmatched_surface_glob_count > subscription->surface_globs) {
        document->violation = "more globs match nothing than the filter has";
    }
    if (document->violation) return false;
    warn_of_unmatched(self, subscription, snapshot);
    place gestures = member_of(document, at, "gestures", JSON_LIST);
    place frames = member_of(document, at, "touches", JSON_LIST);
    const struct gestured_gesture *gesture = snapshot->gestures;
    const struct gestured_frame *frame = snapshot->frames;
    if (gesture == NULL || frame == NULL) return false;
    FOR_EACH(document, each, gestures) {
        if (!follow_gesture(self, subscription, document, each, gesture++)) return false;
    }
    if (!subscription->has_touches) return true;
    FOR_EACH(document, each, frames) {
        if (!follow_frame(self, subscription, document, each, frame++)) return false;
    }
    return true;
}

static bool make_up(struct gestured *self, enum gestured_kind kind, int subscription, char *json)
{
    struct made_up *event = malloc(sizeof *event);
    if (event == NULL) {
        free(json);
        return false;
    }
    *event = (struct made_up){.kind = kind, .subscription = subscription, .json = json};
    *self->made_up_end = event;
    self->made_up_end = &event->next;
    return true;
}

/* The place of an attempt in the list; NULL is there if it is over. */
static struct attempt **find_attempt(struct gestured *self, uint64_t number)
{
    struct attempt **at = &self->attempts;
    while (*at && (*at)->number != number) at = &(*at)->next;
    return at;
}

static void forget_attempt(struct gestured *self, struct attempt **at)
{
    struct attempt *old = *at;
    *at = old->next;
    free(old->recognizer);
    free(old);
    self->attempt_count--;
}

/* Keeps what a decision repeats; false if there are too many attempts, or there is no memory. */
static bool follow_attempt(struct gestured *self, struct gestured_attempt *told)
{
    struct attempt **at = find_attempt(self, told->number);
    if (*at == NULL) {
        struct attempt *added = self->attempt_count < most_under_way ? calloc(1, sizeof *added) : NULL;
        char *recognizer = added ? copied(told->recognizer, strlen(told->recognizer)) : NULL;
        if (recognizer == NULL) {
            free(added);
            return false;
        }
        *added = (struct attempt){.number = told->number, .recognizer = recognizer};
        *at = added;
        self->attempt_count++;
    }
    (*at)->change = told->change;
    (*at)->must_answer = told->must_answer;
    told->state = (*at)->state;
    return true;
}

/* Ends an attempt whose connection is lost. */
static void cancel_attempt(struct gestured *self, struct attempt **at)
{
    struct text json = {0};
    put(&json, "{\"recognizer\":");
    put_string(&json, (*at)->recognizer);
    put(&json, ",\"attempt\":");
    put_number(&json, (*at)->number);
    put(&json, ",\"outcome\":\"cancelled\",\"reason\":\"the connection is lost\"}");
    if (json.failed) release(&json);
    else make_up(self, GESTURED_RESET, 0, json.bytes);
    forget_attempt(self, at);
}

/* The connection is lost: closes gestures, touches and attempts under way, then reports the loss. */
static void tell_loss(struct gestured *self)
{
    self->is_untold = false;
    while (self->under_way) {
        struct under_way *open = self->under_way;
        if (!open->last.failed) {
            make_up(self, open->is_touch ? GESTURED_TOUCHES : GESTURED_GESTURE, open->subscription, open->last.bytes);
            open->last = (struct text){0};
        }
        forget(self, &self->under_way);
    }
    while (self->attempts) cancel_attempt(self, &self->attempts);
    make_up(self, GESTURED_DISCONNECTED, 0, NULL);
}

/* Nothing has happened since the last event, but the gesture is over. */
static void cancel_gesture(struct gestured_gesture *gesture)
{
    static const struct gestured_point none = {0, 0};
    gesture->state = GESTURED_CANCELLED;
    gesture->seq = 0;
    switch (gesture->type) {
    case GESTURED_PAN:
    case GESTURED_SCREEN_EDGE_PAN:
        gesture->pan.delta = none;
        break;
    case GESTURED_PINCH:
        gesture->pinch.delta = 1;
        break;
    case GESTURED_ROTATION:
        gesture->rotation.delta = 0;
        break;
    case GESTURED_TRANSFORM:
        gesture->transform.pan.delta = none;
        gesture->transform.scale_delta = 1;
        gesture->transform.rotation_delta = 0;
        break;
    default:
        break;
    }
}

/* Events ----------------------------------------------------------------------------------------------------------- */

static struct subscription *find_subscription(struct gestured *self, uint64_t remote)
{
    for (size_t index = 0; remote && index < self->subscription_count; index++) {
        if (self->subscriptions[index].remote == remote) return &self->subscriptions[index];
    }
    return NULL;
}

static void read_event(struct document *document, place at, struct gestured_event *event)
{
    switch (event->kind) {
    case GESTURED_GESTURE:
        event->gesture = read_gesture(document, at);
        break;
    case GESTURED_TOUCHES:
        event->frame = read_frame(document, at);
        break;
    case GESTURED_SURFACE:
        event->surface.change = (enum gestured_change)meaning_of(document, at, "change", changes);
        at = member_of(document, at, "surface", JSON_OBJECT);
        if (at != nowhere) event->surface.surface = read_surface(document, at);
        else event->surface.change = 0;
        break;
    case GESTURED_RELOADED:
    case GESTURED_LAGGED:
    case GESTURED_CONNECTED:
        event->snapshot = read_snapshot(document, at);
        break;
    case GESTURED_ATTEMPT:
        event->attempt = read_attempt(document, at);
        break;
    case GESTURED_RESET:
        event->reset = read_reset(document, at);
        break;
    case GESTURED_DISCONNECTED:
    case GESTURED_QUESTION:
        break;
    }
}

/* Reads a question; false if it cannot be answered. Numbers are ours, as those of each connection begin with 1. */
static bool read_question(struct gestured *self, struct document *document, place at,
                          struct gestured_question *question)
{
    uint64_t number = count_of(document, at, "question");
    *question = (struct gestured_question){
        .number = self->past_questions + number,
        .ask = (enum gestured_ask)meaning_of(document, at, "ask", asks),
        .recognizer = name_of(document, at, "recognizer")};
    bool is_begin = question->ask == GESTURED_SHOULD_BEGIN;
    bool is_receive = question->ask == GESTURED_SHOULD_RECEIVE;
    const char *member = is_begin ? "gesture" : is_receive ? "touch" : "pair";
    place subject = member_of(document, at, member, JSON_OBJECT);
    if (number == 0 || question->ask == 0 || subject == nowhere) return false;
    if (number > self->questions) self->questions = number;
    question->surface = name_of(document, subject, "surface");
    question->time = number_of(document, subject, "time");
    if (is_begin) question->gesture = read_gesture(document, subject);
    else if (is_receive) question->touch = read_touch(document, subject);
    else question->other = name_of(document, subject, "other");
    return true;
}

/* Whether the program has decided how an attempt ends, so that it needs no more touches. */
static bool is_decided(enum gestured_state state)
{
    return state != GESTURED_POSSIBLE && state != GESTURED_BEGAN && state != GESTURED_CHANGED;
}

/* Reads touches of an attempt, or its reset; false if the program gets none of it: it has no number, no touch in a known
 * phase, another recognizer than before, or no beginning, or the program has decided. */
static bool read_attempt_event(struct gestured *self, struct document *document, place at,
                               struct gestured_event *event)
{
    read_event(document, at, event);
    bool is_reset = event->kind == GESTURED_RESET;
    uint64_t *number = is_reset ? &event->reset.attempt : &event->attempt.number;
    const char *recognizer = is_reset ? event->reset.recognizer : event->attempt.recognizer;
    if (document->violation) return true; /* It ends the connection. */
    if (*number == 0 || (!is_reset && event->attempt.phase == 0)) return false;
    if (!is_reset && *number > self->last_attempt) self->last_attempt = *number;
    *number += self->past_attempts;
    const struct attempt *known = *find_attempt(self, *number);
    if (known == NULL) return !is_reset;
    return strcmp(known->recognizer, recognizer) == 0 && (is_reset || !is_decided(known->state));
}

static bool follow(struct gestured *self, struct subscription *subscription, struct document *document, place at,
                   struct gestured_event *event)
{
    switch (event->kind) {
    case GESTURED_GESTURE:
        return follow_gesture(self, subscription, document, at, &event->gesture);
    case GESTURED_TOUCHES:
        return follow_frame(self, subscription, document, at, &event->frame);
    case GESTURED_RELOADED:
    case GESTURED_LAGGED:
    case GESTURED_CONNECTED:
        return follow_snapshot(self, subscription, document, at, &event->snapshot);
    case GESTURED_ATTEMPT:
        return follow_attempt(self, &event->attempt);
    case GESTURED_RESET:
        forget_attempt(self, find_attempt(self, event->reset.attempt));
        return true;
    default:
        return true;
    }
}

static void take_capabilities(struct gestured *self, struct document *document, place params)
{
    clear(&self->capabilities);
    put(&self->capabilities, " ");
    place capabilities = member_of(document, params, "capabilities", JSON_LIST);
    FOR_EACH(document, each, capabilities) PUT(&self->capabilities, string(document, each), " ");
}

/* Reads a line: 1 if it is an event, 0 if it is to be ignored, -1 if it is invalid. */
static int read_line(struct gestured *self, const char *line, size_t length, struct gestured_event *event)
{
    struct document *document = &self->event_document;
    if (!read_object(document, line, length)) return lose_to(self, "a line is not a JSON object");
    int kind = meaning_of(document, 0, "method", notifications);
    place params = member_of(document, 0, "params", JSON_OBJECT);
    place method = member_of(document, 0, "method", JSON_STRING);
    if (method != nowhere && params != nowhere && says(document, method, "capabilities")) {
        take_capabilities(self, document, params);
        return 0;
    }
    if (kind == 0 || params == nowhere) return 0;
    struct subscription *subscription = NULL;
    *event = (struct gestured_event){.kind = (enum gestured_kind)kind};
    if (kind == GESTURED_QUESTION) {
        if (!read_question(self, document, params, &event->question)) return 0;
    } else if (kind == GESTURED_ATTEMPT || kind == GESTURED_RESET) {
        if (!read_attempt_event(self, document, params, event)) return 0;
    } else {
        subscription = find_subscription(self, count_of(document, params, "subscription"));
        if (subscription == NULL || (kind == GESTURED_TOUCHES && !subscription->has_touches)) return 0;
        event->subscription = subscription->number;
        read_event(document, params, event);
    }
    if (kind == GESTURED_GESTURE && event->gesture.state == 0) return 0;
    if (kind == GESTURED_SURFACE && event->surface.change == 0) return 0;
    bool is_followed = document->violation || follow(self, subscription, document, params, event);
    if (document->violation) return lose_to(self, document->violation);
    if (!is_followed) return lose_to(self, "it has too much under way");
    char *json = reserve(&document->arena, 1, raw_length(document, params) + 1);
    if (json) memcpy(json, raw(document, params), raw_length(document, params));
    event->json = json;
    return document->arena.failed ? fail_for_memory(self) : 1;
}

/* The next event that does not come from the socket: 1, or 0 if there was no memory for it. */
static int take_made_up(struct gestured *self, struct gestured_event *event)
{
    struct document *document = &self->event_document;
    struct made_up *first = self->made_up;
    self->made_up = first->next;
    if (self->made_up == NULL) self->made_up_end = &self->made_up;
    *event = (struct gestured_event){.kind = first->kind, .subscription = first->subscription};
    bool is_read = first->json == NULL || read_json(document, first->json, strlen(first->json));
    if (is_read && first->json) {
        read_event(document, 0, event);
        event->synthesized = first->kind != GESTURED_CONNECTED;
        if (first->kind == GESTURED_GESTURE) cancel_gesture(&event->gesture);
        if (first->kind == GESTURED_TOUCHES && event->frame.touch_count > 0) {
            struct gestured_touch *touch = (struct gestured_touch *)event->frame.touches; /* in our own arena */
            touch->phase = GESTURED_TOUCH_CANCELLED;
            touch->previous_location = touch->location;
        }
        if (first->kind == GESTURED_CONNECTED) {
            char *json = reserve(&document->arena, 1, strlen(first->json) + 1);
            event->json = json ? strcpy(json, first->json) : NULL;
            for (size_t index = 0; index < self->subscription_count; index++) {
                struct subscription *subscription = &self->subscriptions[index];
                if (subscription->number != first->subscription || document->violation) continue;
                follow(self, subscription, document, 0, event);
            }
        }
    }
    free(first->json);
    free(first);
    if (document->violation) lose_to(self, document->violation);
    return is_read && document->violation == NULL && !document->arena.failed;
}

static bool is_handled(struct gestured *self, const struct gestured_event *event);

static gestured_decision decision_of(const struct gestured_delegate *delegate, enum gestured_ask ask)
{
    switch (ask) {
    case GESTURED_SHOULD_BEGIN: return delegate->should_begin;
    case GESTURED_SHOULD_RECEIVE: return delegate->should_receive;
    case GESTURED_SHOULD_RECOGNIZE_SIMULTANEOUSLY: return delegate->should_recognize_simultaneously;
    case GESTURED_SHOULD_REQUIRE_FAILURE: return delegate->should_require_failure;
    case GESTURED_SHOULD_BE_REQUIRED_TO_FAIL: return delegate->should_be_required_to_fail;
    }
    return NULL;
}

/* Whether it is a question that is over with its connection, or that a function of the program has dealt with now. */
static bool is_settled(struct gestured *self, const struct gestured_event *event)
{
    const struct gestured_question *question = &event->question;
    if (event->kind == GESTURED_ATTEMPT || event->kind == GESTURED_RESET) return is_handled(self, event);
    if (event->kind != GESTURED_QUESTION) return false;
    if (self->socket < 0) return true;
    gestured_decision decision = decision_of(&self->delegate, question->ask);
    if (decision == NULL) return false;
    gestured_answer(self, question->number, decision(question, self->delegate.data));
    return true;
}

static int next_event(struct gestured *self, struct gestured_event *event)
{
    for (int pieces = 0, settled = 0; pieces < most_pieces && settled < most_callbacks;) {
        empty(&self->event_document.arena);
        if (self->made_up) {
            if (!take_made_up(self, event)) continue;
            if (!is_settled(self, event)) return 1;
            settled++;
        } else if (self->start < self->lines) {
            size_t line = self->start, length = line_length(self, line);
            self->start += length + 1;
            if (self->looked < self->start) self->looked = self->start;
            int result = read_line(self, self->bytes + line, length, event);
            if (result > 0) {
                if (!is_settled(self, event)) return 1;
                settled++;
            } else if (result < 0) {
                self->start = self->looked = self->lines = self->end;
                hang_up(self);
            }
        } else if (self->is_untold) {
            tell_loss(self);
        } else if (self->socket < 0) {
            if (self->error.code == 0) fail(self, GESTURED_LOST, "there is no connection", NULL);
            return -1;
        } else {
            if (receive(self) == 0) return 0;
            pieces++;
        }
    }
    return 0;
}

/* Makes the descriptor readable while there are events that the socket does not signal. */
static void show(struct gestured *self)
{
    bool is_awake = self->made_up || self->start < self->lines || self->is_untold;
    uint64_t one = 1;
    if (is_awake == self->is_awake) return;
    ssize_t done = is_awake ? write(self->wake, &one, sizeof one) : read(self->wake, &one, sizeof one);
    if (done == sizeof one) self->is_awake = is_awake;
}

int gestured_next(struct gestured *self, struct gestured_event *event)
{
    if (self == NULL) return -1;
    int result = next_event(self, event);
    show(self);
    return result;
}

int gestured_dispatch(struct gestured *self, gestured_callback callback, void *data)
{
    struct gestured_event event;
    int events = 0, result = 0;
    if (self == NULL) return -1;
    while (events < most_callbacks && (result = next_event(self, &event)) > 0) {
        callback(&event, data);
        events++;
    }
    show(self);
    return events > 0 ? events : result;
}

int gestured_fd(const struct gestured *self)
{
    return self ? self->epoll : -1;
}

int gestured_wait(struct gestured *self, int milliseconds)
{
    if (self == NULL) return -1;
    show(self);
    if (self->socket < 0 && !self->is_awake) return -1;
    struct pollfd poller = {.fd = self->epoll, .events = POLLIN};
    int ready = poll(&poller, 1, milliseconds);
    if (ready >= 0 || errno == EINTR) return ready > 0;
    return fail(self, GESTURED_MEMORY, "the descriptor cannot be polled", strerror(errno));
}

/* Connecting ------------------------------------------------------------------------------------------------------- */

struct gestured *gestured_new(const char *path)
{
    struct gestured *self = calloc(1, sizeof *self);
    if (self == NULL) return NULL;
    if (path == NULL || *path == 0) path = getenv("GESTURED_SOCKET");
    if (path == NULL || *path == 0) path = "/run/gestured/gestured.sock";
    self->path = copied(path, strlen(path));
    self->socket = -1;
    self->timeout = 10000;
    self->warn = gestured_warn_on_stderr;
    self->pause = shortest_pause;
    self->made_up_end = &self->made_up;
    self->attachments_end = &self->attachments;
    self->epoll = epoll_create1(EPOLL_CLOEXEC);
    self->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    struct epoll_event interest = {.events = EPOLLIN};
    if (self->path == NULL || self->epoll < 0 || self->wake < 0
        || epoll_ctl(self->epoll, EPOLL_CTL_ADD, self->wake, &interest) != 0) {
        gestured_close(self);
        return NULL;
    }
    return self;
}

static void free_attachment(struct attachment *attachment)
{
    free(attachment->name);
    free(attachment->within);
    free(attachment->json);
    free(attachment->changes);
    free(attachment);
}

/* Takes a region out of the order, in which each lies over the one before. */
static void take_out(struct gestured *self, const struct attachment *region)
{
    struct attachment **at = &self->lowest;
    while (*at && *at != region) at = &(*at)->upper;
    if (*at) *at = region->upper;
}

/* Puts a region over another one; on top if that is NULL. */
static void raise_region(struct gestured *self, struct attachment *region, const char *sibling)
{
    take_out(self, region);
    struct attachment **at = &self->lowest, **found = NULL;
    for (; *at; at = &(*at)->upper) if (sibling && strcmp((*at)->name, sibling) == 0) found = &(*at)->upper;
    if (found == NULL) found = at;
    region->upper = *found;
    *found = region;
}

static struct attachment *find_region(struct gestured *self, const char *name)
{
    struct attachment *each = self->attachments;
    while (each && !(each->is_region && strcmp(each->name, name) == 0)) each = each->next;
    return each;
}

static struct attachment *find_recognizer(struct gestured *self, const char *name)
{
    struct attachment *each = self->attachments;
    while (each && (each->is_region || strcmp(each->name, name) != 0)) each = each->next;
    return each;
}

/* Puts regions over others, one after the other, as a list of regions has `above`; those over null on top. */
static void raise_regions(struct gestured *self, struct document *list)
{
    for (place each = 1; each < list->values[0].next; each = list->values[each].next) {
        struct attachment *region = find_region(self, string_of(list, each, "name"));
        place above = member(list, each, "above");
        if (region == NULL || above == nowhere) continue;
        raise_region(self, region, is_kind(list, above, JSON_STRING) ? string(list, above) : NULL);
    }
}

/* Removes detached ones. */
static void sweep(struct gestured *self)
{
    struct attachment **at = &self->attachments;
    while (*at) {
        struct attachment *attachment = *at;
        if (attachment->is_gone) {
            *at = attachment->next;
            take_out(self, attachment);
            free_attachment(attachment);
        } else {
            at = &attachment->next;
        }
    }
    self->attachments_end = at;
}

static void forget_methods(struct methods **at)
{
    struct methods *old = *at;
    *at = old->next;
    free(old->recognizer);
    free(old);
}

void gestured_close(struct gestured *self)
{
    if (self == NULL) return;
    for (struct attachment *each = self->attachments; each; each = each->next) each->is_gone = true;
    sweep(self);
    while (self->under_way) forget(self, &self->under_way);
    while (self->attempts) forget_attempt(self, &self->attempts);
    while (self->methods) forget_methods(&self->methods);
    while (self->made_up) {
        struct made_up *first = self->made_up;
        self->made_up = first->next;
        free(first->json);
        free(first);
    }
    for (size_t index = 0; index < self->subscription_count; index++) free(self->subscriptions[index].params);
    free(self->subscriptions);
    struct document *documents[] = {&self->event_document, &self->answer_document, &self->line_document,
                                    &self->list_document, &self->error_document};
    for (size_t index = 0; index < sizeof documents / sizeof *documents; index++) discard(documents[index]);
    struct text *texts[] = {&self->capabilities, &self->request, &self->answer, &self->error_text, &self->warned};
    for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) release(texts[index]);
    int descriptors[] = {self->socket, self->epoll, self->wake};
    for (size_t index = 0; index < 3; index++) if (descriptors[index] >= 0) close(descriptors[index]);
    free(self->bytes);
    free(self->server);
    free(self->path);
    free(self);
}

static int read_greeting(struct gestured *self, size_t line, size_t length)
{
    struct document *document = &self->line_document;
    if (!read_object(document, self->bytes + line, length)) return lose_at(self, line, "it sent no greeting");
    place error = member(document, 0, "error");
    if (error != nowhere) {
        fail_by_answer(self, document, error);
        hang_up(self);
        return -1;
    }
    place method = member(document, 0, "method"), params = member_of(document, 0, "params", JSON_OBJECT);
    if (method == nowhere || !says(document, method, "hello") || params == nowhere) {
        return lose_at(self, line, "it sent no greeting");
    }
    uint64_t version = count_of(document, params, "protocol");
    if (version != protocol) {
        char detail[100];
        snprintf(detail, sizeof detail, "it speaks version %llu of the protocol, this client %d",
                 (unsigned long long)version, (int)protocol);
        return lose_at(self, line, detail);
    }
    const char *server = string_of(document, params, "server");
    free(self->server);
    self->server = copied(server, strlen(server));
    take_capabilities(self, document, params);
    if (self->server == NULL || self->capabilities.failed || document->arena.failed) {
        return lose(self, GESTURED_MEMORY, "there is no memory", NULL);
    }
    self->start = self->looked = line + length + 1;
    return 0;
}

static int receive_greeting(struct gestured *self)
{
    int64_t deadline = now() + self->timeout;
    while (self->lines == self->start) {
        if (self->socket < 0) return -1;
        int ready = await(self, POLLIN, &deadline);
        if (ready == 0) return lose(self, GESTURED_TIMEOUT, "no greeting came in time", NULL);
        if (ready > 0) receive(self);
    }
    return read_greeting(self, self->start, line_length(self, self->start));
}

/* Takes over a socket whose greeting was read. */
static int establish(struct gestured *self)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct epoll_event interest = {.events = EPOLLIN};
    size_t length = strlen(self->path);
    if (length >= sizeof address.sun_path) return fail(self, GESTURED_MISUSE, "the path is too long", self->path);
    memcpy(address.sun_path, self->path, length);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return fail(self, GESTURED_MEMORY, "there is no socket", strerror(errno));
    if (connect(descriptor, (const struct sockaddr *)&address, sizeof address) != 0) {
        int reason = errno;
        close(descriptor);
        if (reason == EACCES || reason == EPERM) {
            return fail(self, GESTURED_PERMISSION, "not allowed to connect", strerror(reason));
        }
        return fail(self, GESTURED_UNREACHABLE, "gestured cannot be reached", strerror(reason));
    }
    if (epoll_ctl(self->epoll, EPOLL_CTL_ADD, descriptor, &interest) != 0) {
        int reason = errno;
        close(descriptor);
        return fail(self, GESTURED_MEMORY, "there is no memory", strerror(reason));
    }
    self->start = self->looked = self->lines = self->end = 0;
    self->past_questions += self->questions;
    self->questions = 0;
    self->past_attempts += self->last_attempt;
    self->last_attempt = 0;
    self->socket = descriptor;
    self->since = now();
    return receive_greeting(self);
}

static int attach_again(struct gestured *self);
static int subscribe_again(struct gestured *self);

static int make_connection(struct gestured *self)
{
    /* Discards events that were not taken: those that the program received are closed. */
    self->start = self->looked = self->lines = self->end = 0;
    if (self->is_untold) tell_loss(self);
    for (size_t index = 0; index < self->subscription_count; index++) self->subscriptions[index].remote = 0;
    if (establish(self)) return -1;
    if (attach_again(self) || subscribe_again(self)) {
        hang_up(self);
        return -1;
    }
    self->is_known = true;
    return 0;
}

int gestured_connect(struct gestured *self)
{
    if (self == NULL) return -1;
    if (self->socket >= 0) return fail(self, GESTURED_MISUSE, "there is a connection already", NULL);
    int result = make_connection(self);
    show(self);
    return result;
}

int gestured_reconnect(struct gestured *self)
{
    if (self == NULL) return -1;
    if (self->socket >= 0) return 0;
    self->pause = self->pause * 2 < longest_pause ? self->pause * 2 : longest_pause;
    return gestured_connect(self);
}

int gestured_pause(const struct gestured *self)
{
    return self ? self->pause : longest_pause;
}

void gestured_set_timeout(struct gestured *self, int milliseconds)
{
    if (self) self->timeout = milliseconds;
}

bool gestured_is_connected(const struct gestured *self)
{
    return self && self->socket >= 0;
}

const char *gestured_server(const struct gestured *self)
{
    return self && self->server ? self->server : "";
}

bool gestured_has_capability(const struct gestured *self, const char *capability)
{
    if (self == NULL || self->capabilities.bytes == NULL || *capability == 0 || strchr(capability, ' ')) return false;
    const char *at = self->capabilities.bytes;
    size_t length = strlen(capability);
    while ((at = strstr(at, capability))) {
        if (at[-1] == ' ' && at[length] == ' ') return true;
        at++;
    }
    return false;
}

/* Requests --------------------------------------------------------------------------------------------------------- */

/* A member of an object that begins with `{`. */
static void put_next(struct text *text, const char *member)
{
    PUT(text, text->length > 1 ? "," : "", member);
}

static void put_list(struct text *text, const char *name, const char *const *strings)
{
    put_next(text, "");
    put_string(text, name);
    put(text, ":[");
    for (size_t index = 0; strings[index]; index++) {
        put(text, index ? "," : "");
        put_string(text, strings[index]);
    }
    put(text, "]");
}

static void put_rate(struct text *text, double rate)
{
    put_next(text, "\"maxRate\":");
    if (!(rate > 0)) { /* The server reports what is wrong. */
        put(text, "-1");
        return;
    }
    uint64_t millionths = (uint64_t)((rate < 1e9 ? rate : 1e9) * 1e6 + 0.5);
    char fraction[8];
    snprintf(fraction, sizeof fraction, ".%06u", (unsigned)(millionths % 1000000));
    put_number(text, millionths / 1000000);
    put(text, fraction);
}

static void put_filter(struct text *text, const struct gestured_filter *filter)
{
    put(text, "{");
    if (filter->recognizers) put_list(text, "recognizers", filter->recognizers);
    if (filter->surfaces) put_list(text, "surfaces", filter->surfaces);
    if (filter->states) {
        const char *names[sizeof states / sizeof *states] = {NULL};
        size_t length = 0;
        for (const struct word *state = states; state->word; state++) {
            if (filter->states & (unsigned)state->meaning) names[length++] = state->word;
        }
        put_list(text, "states", names);
    }
    if (filter->touches) put_next(text, "\"touches\":true");
    if (filter->max_rate != 0) put_rate(text, filter->max_rate);
    if (filter->region_coordinates) put_next(text, "\"coordinates\":\"region\"");
    if (filter->locations) put_next(text, "\"locations\":true");
    if (filter->predicted) put_next(text, "\"predicted\":true");
    put(text, "}");
}

/* How many globs may match nothing; without a list, `*` may. */
static size_t count_of_globs(const char *const *globs)
{
    size_t count = 0;
    while (globs && globs[count]) count++;
    return count ? count : 1;
}

/* Whether `reserved` of so many bytes is used: later versions may have members there, which this one would ignore. */
static bool is_used(const uint64_t *reserved, size_t size)
{
    uint64_t used = 0;
    for (size_t index = 0; index < size / sizeof *reserved; index++) used |= reserved[index];
    return used != 0;
}

int gestured_subscribe(struct gestured *self, const struct gestured_filter *filter, struct gestured_snapshot *snapshot)
{
    static const struct gestured_filter everything;
    const unsigned ends = GESTURED_ENDED | GESTURED_CANCELLED;
    if (self == NULL) return -1;
    if (filter == NULL) filter = &everything;
    if (is_used(filter->reserved, sizeof filter->reserved)) {
        return fail(self, GESTURED_MISUSE, "`reserved` of the filter is not 0", NULL);
    }
    struct subscription *grown = realloc(self->subscriptions, (self->subscription_count + 1) * sizeof *grown);
    if (grown == NULL) return fail_for_memory(self);
    self->subscriptions = grown;
    struct text params = {0};
    put_filter(&params, filter);
    if (params.failed) {
        release(&params);
        return fail_for_memory(self);
    }
    place result = ask(self, "subscribe", params.bytes);
    struct document *document = &self->answer_document;
    struct subscription added = {
        .number = self->last_number + 1,
        .is_closing = filter->states == 0 || (filter->states & ends) == ends,
        .has_touches = filter->touches,
        .recognizer_globs = count_of_globs(filter->recognizers),
        .surface_globs = count_of_globs(filter->surfaces),
        .params = params.bytes};
    if (result != nowhere) added.remote = count_of(document, result, "subscription");
    if (result != nowhere && added.remote == 0) {
        lose_to(self, "a subscription has no number");
    }
    if (added.remote == 0) {
        release(&params);
        show(self);
        return -1;
    }
    self->last_number++;
    struct subscription *kept = &self->subscriptions[self->subscription_count++];
    *kept = added;
    struct gestured_snapshot told = read_snapshot(document, result);
    bool is_followed = follow_snapshot(self, kept, document, result, &told) && !document->arena.failed;
    if (document->violation) {
        lose_to(self, document->violation);
        told = (struct gestured_snapshot){0};
    } else if (!is_followed) {
        lose(self, GESTURED_MEMORY, "there is no memory, or too much under way", NULL);
    }
    if (snapshot) *snapshot = told;
    show(self);
    return added.number;
}

static int subscribe_again(struct gestured *self)
{
    for (size_t index = 0; index < self->subscription_count; index++) {
        struct subscription *subscription = &self->subscriptions[index];
        place result = ask(self, "subscribe", subscription->params);
        if (result == nowhere) return -1;
        subscription->remote = count_of(&self->answer_document, result, "subscription");
        char *json = copied(raw(&self->answer_document, result), raw_length(&self->answer_document, result));
        if (json == NULL) return fail_for_memory(self);
        if (!make_up(self, GESTURED_CONNECTED, subscription->number, json)) return fail_for_memory(self);
        self->is_known = true; /* From here on the program knows of a connection, and must be notified of its end. */
    }
    return 0;
}

/* Asks for something without a result, and releases the params. */
static int ask_for(struct gestured *self, const char *method, struct text *params)
{
    int result = params->failed ? fail_for_memory(self) : ask(self, method, params->bytes) == nowhere ? -1 : 0;
    release(params);
    return result;
}

/* Requests something without an id, so that no answer comes, and releases the params. */
static int tell(struct gestured *self, const char *method, struct text *params)
{
    struct text *request = &self->request;
    clear(request);
    PUT(request, "{\"jsonrpc\":\"2.0\",\"method\":\"", method, "\",\"params\":", params->bytes, "}\n");
    int64_t deadline = now() + self->timeout;
    int result = request->failed || params->failed ? fail_for_memory(self)
                                                   : send_all(self, request->bytes, request->length, &deadline);
    release(params);
    return result;
}

int gestured_unsubscribe(struct gestured *self, int number)
{
    if (self == NULL) return -1;
    size_t index = 0;
    while (index < self->subscription_count && self->subscriptions[index].number != number) index++;
    if (index == self->subscription_count) return fail(self, GESTURED_MISUSE, "there is no such subscription", NULL);
    struct subscription removed = self->subscriptions[index];
    int result = 0;
    if (self->socket >= 0) { /* A lost connection has no subscriptions any more. */
        struct text params = {0};
        put(&params, "{\"subscription\":");
        put_number(&params, removed.remote);
        put(&params, "}");
        result = ask_for(self, "unsubscribe", &params);
    }
    if (result == 0 || self->socket < 0) {
        result = 0;
        self->subscription_count--;
        memmove(&self->subscriptions[index], &self->subscriptions[index + 1],
                (self->subscription_count - index) * sizeof removed);
        free(removed.params);
        for (struct under_way **at = &self->under_way; *at;) {
            if ((*at)->subscription == number) forget(self, at);
            else at = &(*at)->next;
        }
    }
    show(self);
    return result;
}

/* Whether a text of the program is JSON of that kind. */
static bool is_json(struct gestured *self, const char *json, enum value_kind kind)
{
    return read_json(&self->list_document, json, strlen(json)) && is_kind(&self->list_document, 0, kind);
}

const char *gestured_request(struct gestured *self, const char *method, const char *params)
{
    if (self == NULL) return NULL;
    if (params && !is_json(self, params, JSON_OBJECT)) {
        fail(self, GESTURED_MISUSE, "the params are not a JSON object", NULL);
        return NULL;
    }
    place result = ask(self, method, params);
    show(self);
    if (result == nowhere) return NULL;
    const struct value *value = &self->answer_document.values[result];
    self->answer.bytes[value->end] = 0;
    return self->answer.bytes + value->start;
}

/* Questions -------------------------------------------------------------------------------------------------------- */

void gestured_set_delegate(struct gestured *self, const struct gestured_delegate *delegate)
{
    if (self) self->delegate = delegate ? *delegate : (struct gestured_delegate){0};
}

int gestured_answer(struct gestured *self, uint64_t question, bool yes)
{
    if (self == NULL) return -1;
    if (question == 0 || question > self->past_questions + self->questions) {
        return fail(self, GESTURED_MISUSE, "there is no such question", NULL);
    }
    if (self->socket < 0 || question <= self->past_questions) return 0;
    struct text params = {0};
    put(&params, "{\"question\":");
    put_number(&params, question - self->past_questions);
    put(&params, yes ? ",\"yes\":true}" : ",\"yes\":false}");
    int result = tell(self, "answer", &params);
    show(self);
    return result;
}

/* Decisions -------------------------------------------------------------------------------------------------------- */

static struct methods **find_methods(struct gestured *self, const char *recognizer)
{
    struct methods **at = &self->methods;
    while (*at && strcmp((*at)->recognizer, recognizer) != 0) at = &(*at)->next;
    return at;
}

int gestured_set_methods(struct gestured *self, const char *recognizer, const struct gestured_methods *methods,
                         void *data)
{
    if (self == NULL) return -1;
    if (recognizer == NULL) return fail(self, GESTURED_MISUSE, "methods are set for the name of a recognizer", NULL);
    struct methods **at = find_methods(self, recognizer);
    if (methods == NULL) {
        if (*at) forget_methods(at);
        return 0;
    }
    if (is_used(methods->reserved, sizeof methods->reserved)) {
        return fail(self, GESTURED_MISUSE, "`reserved` of the methods is not 0", NULL);
    }
    if (*at == NULL) {
        struct methods *added = calloc(1, sizeof *added);
        char *name = added ? copied(recognizer, strlen(recognizer)) : NULL;
        if (name == NULL) {
            free(added);
            return fail_for_memory(self);
        }
        added->recognizer = name;
        *at = added;
    }
    (*at)->functions = *methods;
    (*at)->data = data;
    return 0;
}

/* The members that each decision has, for others to follow. */
static void put_attempt(struct gestured *self, struct text *params, const struct attempt *attempt)
{
    put(params, "{\"recognizer\":");
    put_string(params, attempt->recognizer);
    put(params, ",\"attempt\":");
    put_number(params, attempt->number - self->past_attempts);
    put(params, ",\"change\":");
    put_number(params, attempt->change);
}

static gestured_touches_method method_for(const struct gestured_methods *methods, enum gestured_phase phase)
{
    switch (phase) {
    case GESTURED_TOUCH_BEGAN: return methods->touches_began;
    case GESTURED_TOUCH_MOVED: return methods->touches_moved;
    case GESTURED_TOUCH_ENDED: return methods->touches_ended;
    case GESTURED_TOUCH_CANCELLED: return methods->touches_cancelled;
    }
    return NULL;
}

/* Calls the method for an attempt or a reset; false if the recognizer has none. */
static bool is_handled(struct gestured *self, const struct gestured_event *event)
{
    bool is_reset = event->kind == GESTURED_RESET;
    const struct methods *found = *find_methods(self, is_reset ? event->reset.recognizer : event->attempt.recognizer);
    if (found == NULL) return false;
    struct methods methods = *found; /* They may set others. */
    if (is_reset) {
        if (methods.functions.reset) methods.functions.reset(self, &event->reset, methods.data);
        return true;
    }
    gestured_touches_method method = method_for(&methods.functions, event->attempt.phase);
    if (method) method(self, &event->attempt, methods.data);
    struct attempt *attempt = *find_attempt(self, event->attempt.number);
    if (attempt && attempt->must_answer && self->socket >= 0) {
        struct text params = {0};
        put_attempt(self, &params, attempt);
        put(&params, "}");
        tell(self, "recognize", &params);
    }
    return true;
}

/* Why a state cannot follow the one that an attempt has; NULL if it can. */
static const char *refusal_of(enum gestured_state present, enum gestured_state next)
{
    if (is_decided(present)) return "an attempt that is decided keeps its state until its reset";
    if (present == GESTURED_POSSIBLE) {
        if (next == GESTURED_RECOGNIZED || next == GESTURED_BEGAN || next == GESTURED_FAILED) return NULL;
        return "an attempt that is possible can become recognized, began or failed";
    }
    if (next == GESTURED_CHANGED || next == GESTURED_ENDED || next == GESTURED_CANCELLED) return NULL;
    return "an attempt that has begun can become changed, ended or cancelled";
}

static const char *name_of_state(enum gestured_state wanted)
{
    const struct word *state = states;
    while (state->word && state->meaning != (int)wanted) state++;
    return state->word;
}

/* The attempt if the program can decide about it; otherwise NULL, with the result to return. */
static struct attempt *open_attempt(struct gestured *self, uint64_t number, int *result)
{
    *result = -1;
    if (self == NULL) return NULL;
    if (number == 0 || number > self->past_attempts + self->last_attempt) {
        fail(self, GESTURED_MISUSE, "there is no such attempt", NULL);
        return NULL;
    }
    *result = 0;
    return self->socket < 0 ? NULL : *find_attempt(self, number);
}

/* Asks with a decision, and releases its params. */
static int decide(struct gestured *self, struct attempt *attempt, struct text *params)
{
    put(params, "}");
    int result = ask_for(self, "recognize", params);
    if (result == 0) attempt->must_answer = false;
    show(self);
    return result;
}

int gestured_recognize(struct gestured *self, uint64_t number, enum gestured_state state, const char *values,
                       const char *reason)
{
    int result;
    struct text params = {0};
    struct attempt *attempt = open_attempt(self, number, &result);
    if (attempt == NULL) return result;
    const char *refusal = state == GESTURED_POSSIBLE ? NULL : refusal_of(attempt->state, state);
    if (refusal) return fail(self, GESTURED_MISUSE, refusal, NULL);
    if (values && !is_json(self, values, JSON_OBJECT)) {
        return fail(self, GESTURED_MISUSE, "the values are not a JSON object", NULL);
    }
    put_attempt(self, &params, attempt);
    if (state != GESTURED_POSSIBLE) PUT(&params, ",\"state\":\"", name_of_state(state), "\"");
    if (values) PUT(&params, ",\"values\":", values);
    if (reason) {
        put(&params, ",\"reason\":");
        put_string(&params, reason);
    }
    result = decide(self, attempt, &params);
    if (result == 0 && state != GESTURED_POSSIBLE) attempt->state = state;
    return result;
}

int gestured_ignore(struct gestured *self, uint64_t number, uint64_t touch)
{
    int result;
    struct text params = {0};
    struct attempt *attempt = open_attempt(self, number, &result);
    if (attempt == NULL) return result;
    put_attempt(self, &params, attempt);
    put(&params, ",\"ignore\":[");
    put_number(&params, touch);
    put(&params, "]");
    return decide(self, attempt, &params);
}

/* Attachments ------------------------------------------------------------------------------------------------------ */

/* Asks with {"regions":…,"recognizers":…} of the given ones, which have to be lists. */
static place ask_with_lists(struct gestured *self, const char *method, const char *regions, const char *recognizers)
{
    struct text text = {0}, *params = &text;
    place answer = nowhere;
    if ((regions && !is_json(self, regions, JSON_LIST)) || (recognizers && !is_json(self, recognizers, JSON_LIST))) {
        fail(self, GESTURED_MISUSE, "regions and recognizers have to be JSON lists", NULL);
        return nowhere;
    }
    put(params, "{");
    if (regions) PUT(params, "\"regions\":", regions);
    if (recognizers) PUT(params, regions ? "," : "", "\"recognizers\":", recognizers);
    put(params, "}");
    if (params->failed) fail_for_memory(self);
    else answer = ask(self, method, params->bytes);
    release(params);
    return answer;
}

/* Warns once of each thing that an answer warns of, as regions are moved with every frame. */
static void warn_of_answer(struct gestured *self, place result)
{
    struct document *document = &self->answer_document;
    place warnings = member_of(document, result, "warnings", JSON_LIST);
    size_t left = most_warnings;
    if (self->warn == NULL) return;
    FOR_EACH(document, each, warnings) {
        if (left-- == 0) break;
        const char *text = string(document, each);
        struct text line = {0};
        PUT(&line, "\n", text, "\n");
        bool is_known = line.failed || (self->warned.bytes && strstr(self->warned.bytes, line.bytes));
        if (!is_known && is_printable(text)) {
            if (self->warned.length > longest_request) clear(&self->warned);
            put(&self->warned, line.bytes);
            self->warn(text, self->warning_data);
        }
        release(&line);
    }
}

/* Writes a member of an object into another one. */
static void put_member(struct text *text, const struct document *document, place name)
{
    put_next(text, "");
    add(text, raw(document, name), raw_length(document, name));
    put(text, ":");
    add(text, raw(document, name + 1), raw_length(document, name + 1));
}

/* Writes the object at `region` without its order, which is restored at last, and, if `change` is not NULL, with what
 * its object at `changed` changes. NULL if there is no memory. */
static char *put_region(struct document *document, place region, struct document *change, place changed)
{
    struct text text = {0};
    put(&text, "{");
    for (place at = region + 1; at < document->values[region].next; at = document->values[at + 1].next) {
        place other = change ? member(change, changed, string(document, at)) : (place)nowhere;
        bool is_replaced = other != nowhere && !is_kind(change, other, JSON_NULL);
        if (!is_replaced && !says(document, at, "above")) put_member(&text, document, at);
    }
    for (place at = changed + 1; change && at < change->values[changed].next; at = change->values[at + 1].next) {
        if (says(change, at, "name") || says(change, at, "above") || is_kind(change, at + 1, JSON_NULL)) continue;
        put_member(&text, change, at);
    }
    put(&text, "}");
    if (text.failed || document->arena.failed || (change && change->arena.failed)) release(&text);
    return text.bytes;
}

/* Writes what has changed of a recognizer before and now, as an object without `name`. NULL if there is no memory. */
static char *put_changes(struct document *before, struct document *change, place changed)
{
    struct text text = {0};
    put(&text, "{");
    for (place at = 1; at < before->values[0].next; at = before->values[at + 1].next) {
        if (member(change, changed, string(before, at)) == nowhere) put_member(&text, before, at);
    }
    for (place at = changed + 1; at < change->values[changed].next; at = change->values[at + 1].next) {
        if (!says(change, at, "name")) put_member(&text, change, at);
    }
    put(&text, "}");
    if (text.failed || before->arena.failed || change->arena.failed) release(&text);
    return text.bytes;
}

/* Keeps attachments, to attach them again. */
static bool keep_attached(struct gestured *self, const char *list, bool is_region)
{
    struct document *document = &self->list_document;
    if (list == NULL) return true;
    if (!is_json(self, list, JSON_LIST)) return false;
    for (place each = 1; each < document->values[0].next; each = document->values[each].next) {
        const char *name = string_of(document, each, "name");
        const char *within = string_of(document, each, is_region ? "parent" : "region");
        struct attachment *attachment = calloc(1, sizeof *attachment);
        if (attachment == NULL) return false;
        attachment->request = self->last_request;
        attachment->is_region = is_region;
        attachment->name = copied(name, strlen(name));
        attachment->within = copied(within, strlen(within));
        attachment->json = is_region ? put_region(document, each, NULL, nowhere)
                                     : copied(raw(document, each), raw_length(document, each));
        bool is_whole = attachment->name && attachment->within && attachment->json && !document->arena.failed;
        if (!is_whole) {
            free_attachment(attachment);
            return false;
        }
        *self->attachments_end = attachment;
        self->attachments_end = &attachment->next;
        if (is_region) raise_region(self, attachment, NULL);
    }
    if (is_region) raise_regions(self, document);
    return !document->arena.failed;
}

int gestured_attach(struct gestured *self, const char *regions, const char *recognizers)
{
    if (self == NULL) return -1;
    int result = -1;
    place answer = ask_with_lists(self, "attach", regions, recognizers);
    if (answer != nowhere) {
        warn_of_answer(self, answer);
        self->last_request++;
        bool is_kept = keep_attached(self, regions, true) && keep_attached(self, recognizers, false);
        place decided = member_of(&self->answer_document, answer, "decided", JSON_LIST);
        FOR_EACH(&self->answer_document, each, decided) {
            struct attachment *recognizer = find_recognizer(self, string(&self->answer_document, each));
            if (recognizer) recognizer->is_decided = true;
        }
        result = is_kept ? 0 : fail_for_memory(self);
    }
    show(self);
    return result;
}

/* Keeps changes of attached regions that were accepted. */
static bool keep_updated(struct gestured *self, const char *list)
{
    struct document *document = &self->list_document;
    if (!is_json(self, list, JSON_LIST)) return false;
    for (place each = 1; each < document->values[0].next; each = document->values[each].next) {
        struct attachment *region = find_region(self, string_of(document, each, "name"));
        if (region == NULL) continue; /* It was attached by gestured_request. */
        struct document kept = {0};
        const char *before = region->changes ? region->changes : "{}";
        char *json = NULL;
        if (read_json(&kept, before, strlen(before))) json = put_region(&kept, 0, document, each);
        discard(&kept);
        if (json == NULL) return false;
        free(region->changes);
        region->changes = json;
    }
    raise_regions(self, document);
    return !document->arena.failed;
}

/* The same of recognizers. */
static bool keep_updated_recognizers(struct gestured *self, const char *list)
{
    struct document *document = &self->list_document;
    if (!is_json(self, list, JSON_LIST)) return false;
    for (place each = 1; each < document->values[0].next; each = document->values[each].next) {
        struct attachment *recognizer = find_recognizer(self, string_of(document, each, "name"));
        if (recognizer == NULL) continue;
        struct document kept = {0};
        const char *before = recognizer->changes ? recognizer->changes : "{}";
        char *json = NULL;
        if (read_json(&kept, before, strlen(before))) json = put_changes(&kept, document, each);
        discard(&kept);
        if (json == NULL) return false;
        free(recognizer->changes);
        recognizer->changes = json;
    }
    return !document->arena.failed;
}

int gestured_update(struct gestured *self, const char *regions, const char *recognizers)
{
    if (self == NULL) return -1;
    int result = -1;
    place answer = ask_with_lists(self, "update", regions, recognizers);
    if (answer != nowhere) {
        warn_of_answer(self, answer);
        bool is_kept = (regions == NULL || keep_updated(self, regions)) &&
                       (recognizers == NULL || keep_updated_recognizers(self, recognizers));
        result = is_kept ? 0 : fail_for_memory(self);
    }
    show(self);
    return result;
}

/* Moves the regions once they are attached again. */
static int move_again(struct gestured *self)
{
    for (const struct attachment *region = self->attachments; region; region = region->next) {
        if (!region->is_region || region->changes == NULL || strcmp(region->changes, "{}") == 0) continue;
        struct text params = {0};
        put(&params, "{\"regions\":[{\"name\":");
        put_string(&params, region->name);
        PUT(&params, ",", region->changes + 1, "]}");
        if (ask_for(self, "update", &params)) return -1;
    }
    return 0;
}

/* Restores the order of the regions once they are attached again, unless they were attached in it. */
static int order_again(struct gestured *self)
{
    const struct attachment *attached = self->attachments, *region = self->lowest;
    for (; attached; attached = attached->next) {
        if (!attached->is_region) continue;
        if (attached != region) break;
        region = region->upper;
    }
    if (attached == NULL) return 0;
    struct text params = {0};
    put(&params, "{\"regions\":[");
    for (region = self->lowest; region; region = region->upper) {
        put(&params, region == self->lowest ? "{\"name\":" : ",{\"name\":");
        put_string(&params, region->name);
        put(&params, ",\"above\":null}");
    }
    put(&params, "]}");
    return ask_for(self, "update", &params);
}

/* Changes the recognizers once they are attached again: together, as each may depend on the others' changes. */
static int change_again(struct gestured *self)
{
    struct text params = {0};
    bool is_first = true;
    put(&params, "{\"recognizers\":[");
    for (const struct attachment *each = self->attachments; each; each = each->next) {
        if (each->is_region || each->changes == NULL) continue;
        put(&params, is_first ? "{\"name\":" : ",{\"name\":");
        put_string(&params, each->name);
        PUT(&params, strcmp(each->changes, "{}") == 0 ? "" : ",", each->changes + 1);
        is_first = false;
    }
    put(&params, "]}");
    if (!is_first) return ask_for(self, "update", &params);
    release(&params);
    return 0;
}

static int attach_again(struct gestured *self)
{
    struct attachment *at = self->attachments;
    while (at) {
        struct text params = {0};
        unsigned request = at->request;
        for (int is_region = 1; is_region >= 0; is_region--) {
            bool is_first = true;
            put(&params, is_region ? "{\"regions\":[" : "],\"recognizers\":[");
            for (struct attachment *each = at; each && each->request == request; each = each->next) {
                if (each->is_region != (is_region == 1)) continue;
                PUT(&params, is_first ? "" : ",", each->json);
                is_first = false;
            }
        }
        put(&params, "]}");
        if (ask_for(self, "attach", &params)) return -1;
        while (at && at->request == request) at = at->next;
    }
    return move_again(self) || order_again(self) || change_again(self) ? -1 : 0;
}

static bool is_gone(const struct gestured *self, const char *name, bool is_region)
{
    for (const struct attachment *each = self->attachments; each; each = each->next) {
        if (each->is_region == is_region && each->is_gone && strcmp(each->name, name) == 0) return true;
    }
    return false;
}

/* A list of names, or one name, without detached ones. */
static void put_relation(struct gestured *self, struct text *text, struct document *document, place names)
{
    bool is_first = true;
    place at = is_kind(document, names, JSON_LIST) ? names + 1 : names;
    put(text, "[");
    for (; at < document->values[names].next; at = document->values[at].next) {
        if (is_gone(self, string(document, at), false)) continue;
        put(text, is_first ? "" : ",");
        add(text, raw(document, at), raw_length(document, at));
        is_first = false;
    }
    put(text, "]");
}

/* Writes a recognizer, or its changes, again, without detached references; with `enabled`, if that is not NULL. */
static bool rewrite(struct gestured *self, char **json, const char *enabled)
{
    static const char *const relations[] = {"requireToFail", "simultaneousWith", "blocks", "then"};
    struct document *document = &self->list_document;
    struct text text = {0};
    if (!is_json(self, *json, JSON_OBJECT)) return false;
    put(&text, "{");
    for (place at = 1; at < document->values[0].next; at = document->values[at + 1].next) {
        if (enabled && says(document, at, "enabled")) continue;
        bool is_relation = false;
        for (size_t index = 0; index < 4; index++) is_relation = is_relation || says(document, at, relations[index]);
        if (!is_relation || is_kind(document, at + 1, JSON_NULL)) {
            put_member(&text, document, at);
            continue;
        }
        put_next(&text, "");
        add(&text, raw(document, at), raw_length(document, at));
        put(&text, ":");
        put_relation(self, &text, document, at + 1);
    }
    if (enabled) {
        put_next(&text, "\"enabled\":");
        put(&text, enabled);
    }
    put(&text, "}");
    if (text.failed || document->arena.failed) {
        release(&text);
        return false;
    }
    free(*json);
    *json = text.bytes;
    return true;
}

static void mark_gone(struct gestured *self, const char *names, bool is_region)
{
    struct document *document = &self->list_document;
    if (names == NULL || !is_json(self, names, JSON_LIST)) return;
    for (place at = 1; at < document->values[0].next; at = document->values[at].next) {
        const char *name = string(document, at);
        for (struct attachment *each = self->attachments; each; each = each->next) {
            if (each->is_region == is_region && strcmp(each->name, name) == 0) each->is_gone = true;
        }
    }
}

/* Forgets detached entries, with inner ones and references to them. */
static bool forget_attached(struct gestured *self, const char *regions, const char *recognizers)
{
    bool is_done = true, is_complete = false;
    mark_gone(self, regions, true);
    mark_gone(self, recognizers, false);
    while (!is_complete) {
        is_complete = true;
        for (struct attachment *each = self->attachments; each; each = each->next) {
            if (each->is_gone) continue;
            if (regions == NULL && recognizers == NULL) each->is_gone = true;
            else if (is_gone(self, each->within, true)) each->is_gone = true, is_complete = false;
        }
    }
    for (struct attachment *each = self->attachments; each; each = each->next) {
        if (each->is_gone || each->is_region) continue;
        is_done = rewrite(self, &each->json, NULL) && is_done;
        if (each->changes) is_done = rewrite(self, &each->changes, NULL) && is_done;
    }
    sweep(self);
    return is_done;
}

int gestured_detach(struct gestured *self, const char *regions, const char *recognizers)
{
    if (self == NULL) return -1;
    int result = -1;
    if (ask_with_lists(self, "detach", regions, recognizers) != nowhere) {
        result = forget_attached(self, regions, recognizers) ? 0 : fail_for_memory(self);
    }
    show(self);
    return result;
}

int gestured_set_private(struct gestured *self, const char *region, bool is_private)
{
    if (self == NULL) return -1;
    struct text params = {0};
    put(&params, "{\"region\":");
    put_string(&params, region);
    put(&params, is_private ? ",\"private\":true}" : ",\"private\":false}");
    int result = ask_for(self, "setPrivate", &params);
    show(self);
    return result;
}

int gestured_swallow(struct gestured *self, const char *surface)
{
    if (self == NULL) return -1;
    struct text params = {0};
    put(&params, "{");
    if (surface) {
        put(&params, "\"surface\":");
        put_string(&params, surface);
    }
    put(&params, "}");
    int result = ask_for(self, "swallow", &params);
    show(self);
    return result;
}

int gestured_set_enabled(struct gestured *self, const char *recognizer, bool enabled)
{
    if (self == NULL) return -1;
    struct text params = {0};
    const char *word = enabled ? "true" : "false";
    put(&params, "{\"recognizer\":");
    put_string(&params, recognizer);
    PUT(&params, ",\"enabled\":", word, "}");
    int result = ask_for(self, "setEnabled", &params);
    for (struct attachment *each = self->attachments; result == 0 && each; each = each->next) {
        if (each->is_region || each->is_decided || strcmp(each->name, recognizer) != 0) continue;
        bool is_kept = rewrite(self, &each->json, word) && (!each->changes || rewrite(self, &each->changes, word));
        if (!is_kept) result = fail_for_memory(self);
    }
    show(self);
    return result;
}
