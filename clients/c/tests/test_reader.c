/* Tests of the JSON reader with valid, invalid and hostile text. */

#include "../gestured.c"

#include "check.h"

#include <locale.h>

static struct document document;

static bool reads(const char *text)
{
    return read_json(&document, text, strlen(text));
}

static void takes_json(void)
{
    static const char *const texts[] = {
        "{}", "[]", "0", "-0", "1.5", "-1e-7", "1E+2", "true", "false", "null", "\"\"", " [ 1 , 2 ] ", "[[],{}]",
        "{\"a\":{\"b\":[null]}}", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"", "\"\\ud83d\\ude00\"", "\"Größe 🖐\"",
        "[1,2,3]", "\t\r\n1\n", "\"\x7f\"", "{\"a\":1,\"a\":2}"};
    for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) {
        CHECK(reads(texts[index]));
        if (broken) printf("# %s\n", texts[index]);
    }
}

static void refuses_what_is_not_json(void)
{
    static const char *const texts[] = {
        "", " ", "{", "}", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}",
        "{1:2}", "{\"a\" 1}", "{\"a\":1]", "[1}", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "1 2", "tru", "nul",
        "True", "NaN", "Infinity", "\"", "\"a", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"a\nb\"", "'a'",
        "\xff", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\xf5\x80\x80\x80\"", "\"\xe2\x82\"", "\"\x80\"",
        "\"\xf0\x80\x80\x80\"", "[]]", "// 1", "[1]//"};
    for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) {
        CHECK(!reads(texts[index]));
        if (broken) printf("# %s\n", texts[index]);
    }
    CHECK(!read_json(&document, "\"a\0b\"", 5));
    CHECK(!read_json(&document, "\"\\\0\"", 4));
}

static void depth_has_an_end(void)
{
    char text[400] = {0};
    memset(text, '[', deepest);
    memset(text + deepest, ']', deepest);
    CHECK(reads(text));
    memset(text, '[', deepest + 1);
    memset(text + deepest + 1, ']', deepest + 1);
    CHECK(!reads(text));
    char *brackets = malloc(1000001);
    NEED(brackets);
    memset(brackets, '[', 1000000);
    brackets[1000000] = 0;
    CHECK(!reads(brackets));
    free(brackets);
}

static void so_many_values_are_too_many(void)
{
    size_t length = 2 * (most_values + 1);
    char *list = malloc(length + 1);
    NEED(list);
    for (size_t index = 0; index < length; index += 2) memcpy(list + index, index ? ",1" : "[1", 2);
    list[length - 1] = ']';
    list[length] = 0;
    CHECK(!read_json(&document, list, length));
    free(list);
}

static bool says_(const char *json, const char *expected)
{
    return reads(json) && strcmp(string(&document, 0), expected) == 0;
}

static void strings_are_unescaped(void)
{
    CHECK(says_("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"));
    CHECK(says_("\"\\u0041\\u00e9\\u20ac\\ud83d\\ude00\"", "Aé€😀"));
    CHECK(says_("\"\\ud83d\"", "\xef\xbf\xbd"));
    CHECK(says_("\"\\ude00\\ud83dx\"", "\xef\xbf\xbd\xef\xbf\xbdx"));
    CHECK(says_("\"a\\u0000b\"", "a\xef\xbf\xbd" "b"));
    CHECK(reads("{\"\\u0061b\":7}") && count_of(&document, 0, "ab") == 7);
}

static double reads_number(const char *json)
{
    return reads(json) ? number(&document, 0) : -12345;
}

static void numbers_are_exact_in_any_locale(void)
{
    static const char *const locales[] = {"C", "de_DE.UTF-8", "fr_FR.UTF-8"};
    for (size_t index = 0; index < 3; index++) {
        setlocale(LC_ALL, locales[index]);
        CHECK(reads_number("1234.567890") == 1234.56789);
        CHECK(reads_number("-0.000041") == -0.000041);
        CHECK(reads_number("9007199254740991.0") == 9007199254740991.0);
        CHECK(reads_number("1e3") == 1000);
        CHECK(reads_number("1E-2") == 0.01);
        CHECK(reads_number("0e99999999999") == 0);
        CHECK(reads_number("1e99999999999") == DBL_MAX);
        CHECK(reads_number("1e-99999999999") == 0);
        CHECK(reads_number("1e22") == 1e22);
        CHECK(reads_number("123456789012345678901234567890") > 1.23e29);
        CHECK(reads_number("0.00000000000000000000000000000000000000001") > 0);
        struct text text = {0};
        put_rate(&text, 29.97);
        CHECK(strcmp(text.bytes, "\"maxRate\":29.970000") == 0);
        release(&text);
    }
    setlocale(LC_ALL, "C");
    CHECK(reads("-1") && count(&document, 0) == 0);
    CHECK(reads("1e300") && count(&document, 0) == 0);
    CHECK(reads("9007199254740991") && count(&document, 0) == 9007199254740991);
}

static void random_numbers_are_as_libc_reads_them(void)
{
    srand(7);
    for (int round = 0; round < 200000; round++) {
        char digits[40];
        unsigned whole = (unsigned)rand(), part = (unsigned)rand() % 1000000;
        snprintf(digits, sizeof digits, "%s%u.%06u", rand() % 2 ? "-" : "", whole, part);
        CHECK(reads_number(digits) == strtod(digits, NULL));
    }
}

static void results_are_read_by_paths(void)
{
    const char *json = "{\"server\":\"gestured\",\"latency\":{\"p99\":0.5},\"list\":[{\"name\":"
        "\"a\"},[7,true]],\"\":1}";
    double number;
    char name[9];
    size_t size;
    CHECK(gestured_json_number(json, "latency.p99", &number) == 0 && number == 0.5);
    CHECK(gestured_json_number(json, "list[1][0]", &number) == 0 && number == 7);
    CHECK(gestured_json_number(json, "list[1][1]", &number) == 0 && number == 1);
    CHECK(gestured_json_text(json, "list[0].name", name, sizeof name) == 0 && strcmp(name, "a") == 0);
    CHECK(gestured_json_text(json, "server", name, 9) == 0 && strcmp(name, "gestured") == 0);
    CHECK(gestured_json_text(json, "server", name, 8) == -1);
    CHECK(gestured_json_count(json, "list", &size) == 0 && size == 2);
    CHECK(gestured_json_count(json, "", &size) == 0 && size == 4);
    static const char *const wrong[] = {
        "p99", "latency", "latency.", "list[2]", "list[x]", "list[0", "list[-1]", "server.a", "latency[0]", "list.0",
        ".", "..", "[", "[]", "list[18446744073709551616]"};
    for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
        CHECK(gestured_json_number(json, wrong[index], &number) == -1);
    }
    CHECK(gestured_json_number("{", "a", &number) == -1);
    CHECK(gestured_json_number(NULL, "a", &number) == -1);
}

/* Lines of every kind, from which the fuzzed input is made. */
#define GESTURE(type, members)                                                                                \
    "{\"jsonrpc\":\"2.0\",\"method\":\"gesture\",\"params\":{\"subscription\":1,\"seq\":42,"                     \
    "\"recognizer\":\"zoom\",\"type\":\"" type "\",\"gesture\":7,\"state\":\"changed\",\"surface\":\"panel\","    \
    "\"region\":\"root\",\"time\":1234.567890,\"location\":{\"x\":512.0,\"y\":300.5},\"touches\":[3,4]" members "}}"
#define SNAPSHOT                                                                                              \
    "\"surfaces\":[{\"name\":\"panel\",\"device\":\"/dev/input/event4\",\"unit\":\"px\",\"width\":1920.0,"      \
    "\"height\":1080.0,\"millimetres\":{\"width\":344.0,\"height\":194.0},\"rotation\":0.0}],"                  \
    "\"recognizers\":[{\"name\":\"zoom\",\"type\":\"pinch\",\"region\":\"root\",\"enabled\":true}],"            \
    "\"unmatched\":[{\"glob\":\"tpa\",\"nearest\":\"tap\"},{\"glob\":\"zo?n\"}],"                            \
    "\"unmatchedSurfaces\":[{\"glob\":\"pannel\",\"nearest\":\"panel\"}],"                             \
    "\"gestures\":[{\"recognizer\":\"zoom\",\"type\":\"pinch\",\"gesture\":7,\"state\":\"began\",\"scale\":2.0}]," \
    "\"touches\":[{\"surface\":\"panel\",\"time\":1.5,\"touches\":[{\"id\":3,\"phase\":\"began\","                \
    "\"location\":{\"x\":1.0,\"y\":2.0},\"region\":\"root\"}]}]"

static const char *const lines[] = {
    GESTURE("pinch", ",\"scale\":1.23,\"delta\":1.01,\"velocity\":0.8"),
    GESTURE("tap", ",\"taps\":2"),
    GESTURE("longPress", ",\"duration\":0.75"),
    GESTURE("swipe", ",\"direction\":\"left\",\"velocity\":{\"x\":-900.0,\"y\":3.5}"),
    GESTURE("pan", ",\"translation\":{\"x\":1.0,\"y\":2.0},\"delta\":{\"x\":0.5,\"y\":0.25},\"velocity\":{"
        "\"x\":9.0,\"y\":8.0},"
                   "\"projection\":{\"x\":7.0,\"y\":6.0}"),
    GESTURE("screenEdgePan", ",\"translation\":{\"x\":1.0,\"y\":2.0},\"delta\":{\"x\":0.5,\"y\":0.25},"
        "\"edge\":\"left\""),
    GESTURE("rotation", ",\"rotation\":0.5,\"delta\":0.1,\"velocity\":0.2"),
    GESTURE("transform", ",\"translation\":{\"x\":1.0,\"y\":2.0},\"scale\":1.5,\"rotation\":0.5,\"scaleDelta\":1.1,"
                         "\"rotationDelta\":0.1"),
    GESTURE("stroke", ",\"stroke\":\"wr\\u00f6ng\",\"score\":0.9"),
    GESTURE("checkmark", ",\"midpoint\":{\"x\":3.0,\"y\":4.0}"),
    GESTURE("tickle", ",\"count\":3"),
    GESTURE("incrementalPinch", ",\"scale\":1.1"),
    GESTURE("zigzag", ",\"corners\":3"),
    "{\"jsonrpc\":\"2.0\",\"method\":\"touch\",\"params\":{\"subscription\":1,\"surface\":\"panel\","
    "\"time\":1234.567890,"
    "\"touches\":[{\"id\":3,\"phase\":\"moved\",\"location\":{\"x\":512.0,\"y\":300.5},\"previousLocation\":{"
    "\"x\":510.0,"
    "\"y\":300.5},\"region\":\"root\",\"force\":0.25,\"majorRadius\":9.5}]}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"surface\",\"params\":{\"subscription\":1,\"change\":\"added\","
    "\"surface\":{\"name\":"
    "\"panel\",\"device\":\"/dev/input/event4\",\"unit\":\"pt\",\"width\":2207.5,\"height\":1244.9}}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"reloaded\",\"params\":{\"subscription\":1," SNAPSHOT "}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"lagged\",\"params\":{\"subscription\":1,\"dropped\":256," SNAPSHOT "}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"question\",\"params\":{\"question\":7,\"ask\":\"begin\",\"recognizer\":\"zoom\","
    "\"gesture\":{\"recognizer\":\"zoom\",\"type\":\"pinch\",\"gesture\":9,\"state\":\"began\",\"surface\":\"panel\","
    "\"region\":\"root\",\"time\":1.5,\"location\":{\"x\":512.0,\"y\":300.5},\"touches\":[3,4],\"scale\":1.02}}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"question\",\"params\":{\"question\":8,\"ask\":\"receive\","
    "\"recognizer\":\"zoom\",\"touch\":{\"surface\":\"panel\",\"time\":2.5,\"id\":4,\"phase\":\"began\","
    "\"location\":{\"x\":1.0,\"y\":2.0},\"region\":\"root\",\"force\":0.5}}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"attempt\",\"params\":{\"recognizer\":\"mark\",\"attempt\":12,\"change\":5,"
    "\"answer\":true,\"surface\":\"panel\",\"time\":2.5,\"touches\":[{\"id\":4,\"phase\":\"moved\","
    "\"location\":{\"x\":1.0,\"y\":2.0},\"previousLocation\":{\"x\":1.0,\"y\":1.5},\"region\":\"root\"}]}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"reset\",\"params\":{\"recognizer\":\"mark\",\"attempt\":12,"
    "\"outcome\":\"failed\",\"reason\":\"pan was recogn\\u0069zed first\"}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"unknown state\",\"data\":{"
    "\"path\":\"params\","
    "\"hint\":\"did you mean `began`?\",\"problems\":[\"a\",\"b\"]}}}",
};
enum { line_count = sizeof lines / sizeof *lines };

static void take_warning(const char *text, void *data)
{
    *(size_t *)data += strlen(text);
}

static size_t warned; /* bytes of warnings */

/* A connection that has a subscription, but no socket. */
static struct gestured *unconnected(void)
{
    struct gestured *connection = gestured_new("/nowhere");
    if (connection == NULL) exit(EXIT_FAILURE);
    connection->subscriptions = calloc(1, sizeof *connection->subscriptions);
    connection->subscriptions[0] = (struct subscription){
        .number = 5, .remote = 1, .is_closing = true, .has_touches = true, .recognizer_globs = 2, .surface_globs = 1};
    const char *params = "{\"recognizers\":[\"tpa\",\"zo?n\"],\"surfaces\":[\"pannel\"]}";
    connection->subscriptions[0].params = copied(params, strlen(params));
    connection->subscription_count = 1;
    gestured_set_warning(connection, take_warning, &warned);
    return connection;
}

static void without_locations_there_are_no_places(void)
{
    static const char line[] = "{\"jsonrpc\":\"2.0\",\"method\":\"gesture\",\"params\":{\"subscription\":1,\"seq\":42,"
        "\"recognizer\":\"move\",\"type\":\"screenEdgePan\",\"gesture\":7,\"state\":\"changed\","
        "\"surface\":\"panel\",\"region\":\"root\",\"time\":1.5,\"edge\":\"left\"}}";
    struct gestured *connection = unconnected();
    struct gestured_event event;
    CHECK(read_line(connection, line, strlen(line), &event) == 1);
    CHECK(!event.gesture.has_places && event.gesture.location.x == 0 && event.gesture.touch_count == 0);
    CHECK(event.gesture.pan.edge == GESTURED_LEFT && event.gesture.pan.translation.x == 0);
    CHECK(read_line(connection, lines[1], strlen(lines[1]), &event) == 1 && event.gesture.has_places);
    gestured_close(connection);
}

static void every_type_has_its_members(void)
{
    struct gestured *connection = unconnected();
    struct gestured_event event[line_count];
    for (int index = 0; index < line_count; index++) {
        int result = read_line(connection, lines[index], strlen(lines[index]), &event[0]);
        CHECK(result == (index == line_count - 1 ? 0 : 1));
        const struct gestured_gesture *gesture = &event->gesture;
        if (index < 13) {
            CHECK(event->kind == GESTURED_GESTURE && event->subscription == 5 && gesture->seq == 42);
            CHECK(gesture->gesture == 7 && gesture->touch_count == 2 && gesture->touches[1] == 4);
            CHECK(gesture->time == 1234.56789 && gesture->location.y == 300.5 && gesture->state == GESTURED_CHANGED);
            CHECK(gesture->type == (enum gestured_type)meaning_of(&connection->event_document,
                member_of(&connection->event_document, 0, "params", JSON_OBJECT), "type", types));
        }
        switch (index) {
        case 0:
            CHECK(gesture->pinch.scale == 1.23 && gesture->pinch.delta == 1.01 && gesture->pinch.velocity == 0.8);
            break;
        case 1: CHECK(gesture->type == GESTURED_TAP && gesture->tap.taps == 2); break;
        case 2: CHECK(gesture->long_press.duration == 0.75); break;
        case 3: CHECK(gesture->swipe.direction == GESTURED_LEFT && gesture->swipe.velocity.x == -900); break;
        case 4:
            CHECK(gesture->pan.translation.y == 2 && gesture->pan.projection.x == 7 && gesture->pan.edge == 0);
            break;
        case 5: CHECK(gesture->pan.delta.y == 0.25 && gesture->pan.edge == GESTURED_LEFT); break;
        case 6: CHECK(gesture->rotation.rotation == 0.5 && gesture->rotation.delta == 0.1); break;
        case 7: CHECK(gesture->transform.pan.translation.x == 1 && gesture->transform.scale_delta == 1.1); break;
        case 8: CHECK(strcmp(gesture->stroke.name, "wröng") == 0 && gesture->stroke.score == 0.9); break;
        case 9: CHECK(gesture->checkmark.midpoint.y == 4); break;
        case 10: CHECK(gesture->tickle.count == 3); break;
        case 11: CHECK(gesture->incremental_pinch.scale == 1.1); break;
        case 12: {
            double corners = 0;
            CHECK(gesture->type == GESTURED_OTHER && strcmp(gesture->type_name, "zigzag") == 0);
            CHECK(gestured_json_number(event->json, "corners", &corners) == 0 && corners == 3);
            break;
        }
        case 13:
            CHECK(event->kind == GESTURED_TOUCHES && event->frame.touch_count == 1);
            CHECK(event->frame.touches[0].id == 3 && event->frame.touches[0].phase == GESTURED_TOUCH_MOVED);
            CHECK(event->frame.touches[0].force == 0.25 && event->frame.touches[0].previous_location.x == 510);
            break;
        case 14:
            CHECK(event->kind == GESTURED_SURFACE && event->surface.change == GESTURED_ADDED);
            CHECK(event->surface.surface.width == 2207.5 && event->surface.surface.width_in_millimetres == 0);
            break;
        case 15:
        case 16:
            CHECK(event->kind == (index == 15 ? GESTURED_RELOADED : GESTURED_LAGGED));
            CHECK(event->snapshot.surface_count == 1 && event->snapshot.recognizer_count == 1);
            CHECK(event->snapshot.gesture_count == 1 && event->snapshot.gestures[0].pinch.scale == 2);
            CHECK(event->snapshot.frame_count == 1 && event->snapshot.frames[0].touches[0].force == -1);
            CHECK(event->snapshot.unmatched_glob_count == 2 && event->snapshot.unmatched_globs[1].nearest == NULL);
            CHECK(strcmp(event->snapshot.unmatched_globs[0].nearest, "tap") == 0);
            CHECK(event->snapshot.unmatched_surface_glob_count == 1);
            CHECK(strcmp(event->snapshot.unmatched_surface_globs[0].nearest, "panel") == 0);
            CHECK(event->snapshot.surfaces[0].height_in_millimetres == 194 && event->snapshot.recognizers[0].enabled);
            break;
        case 17:
            CHECK(event->kind == GESTURED_QUESTION && event->question.ask == GESTURED_SHOULD_BEGIN);
            CHECK(event->question.number == 7 && strcmp(event->question.surface, "panel") == 0);
            CHECK(event->question.time == 1.5 && event->question.gesture.pinch.scale == 1.02);
            CHECK(event->question.gesture.touch_count == 2 && event->subscription == 0);
            break;
        case 18:
            CHECK(event->question.ask == GESTURED_SHOULD_RECEIVE && event->question.touch.id == 4);
            CHECK(event->question.touch.tap_count == 1 && event->question.touch.force == 0.5);
            CHECK(strcmp(event->question.recognizer, "zoom") == 0 && event->question.touch.major_radius == -1);
            break;
        case 19:
            CHECK(event->kind == GESTURED_ATTEMPT && event->subscription == 0 && event->attempt.number == 12);
            CHECK(event->attempt.change == 5 && event->attempt.must_answer && event->attempt.time == 2.5);
            CHECK(event->attempt.phase == GESTURED_TOUCH_MOVED && event->attempt.state == GESTURED_POSSIBLE);
            CHECK(event->attempt.touch_count == 1 && event->attempt.touches[0].previous_location.y == 1.5);
            break;
        case 20:
            CHECK(event->kind == GESTURED_RESET && event->reset.attempt == 12);
            CHECK(event->reset.outcome == GESTURED_FAILED);
            CHECK(strcmp(event->reset.reason, "pan was recognized first") == 0);
            break;
        default: break;
        }
    }
    gestured_close(connection);
}

/* Touches everything an event points to, so that a sanitizer sees it. */
static size_t walk(const struct gestured_event *event)
{
    size_t sum = event->json ? strlen(event->json) : 0;
    if (event->kind == GESTURED_GESTURE) {
        const struct gestured_gesture *gesture = &event->gesture;
        sum += strlen(gesture->recognizer) + strlen(gesture->type_name);
        sum += strlen(gesture->surface) + strlen(gesture->region);
        for (size_t index = 0; index < gesture->touch_count; index++) sum += gesture->touches[index] > 0;
        if (gesture->type == GESTURED_STROKE && gesture->state != GESTURED_FAILED) sum += strlen(gesture->stroke.name);
    } else if (event->kind == GESTURED_TOUCHES) {
        const struct gestured_frame *frame = &event->frame;
        sum += strlen(frame->surface);
        for (size_t index = 0; index < frame->touch_count; index++) sum += strlen(frame->touches[index].region);
    } else if (event->kind == GESTURED_SURFACE) {
        sum += strlen(event->surface.surface.name) + strlen(event->surface.surface.unit);
    } else if (event->kind == GESTURED_QUESTION) {
        const struct gestured_question *question = &event->question;
        sum += strlen(question->recognizer) + strlen(question->surface);
        if (question->ask == GESTURED_SHOULD_RECEIVE) sum += strlen(question->touch.region);
        else sum += strlen(question->gesture.type_name) + question->gesture.touch_count;
    } else if (event->kind == GESTURED_ATTEMPT) {
        const struct gestured_attempt *attempt = &event->attempt;
        sum += strlen(attempt->recognizer) + strlen(attempt->surface);
        for (size_t index = 0; index < attempt->touch_count; index++) sum += strlen(attempt->touches[index].region);
    } else if (event->kind == GESTURED_RESET) {
        sum += strlen(event->reset.recognizer) + (event->reset.reason ? strlen(event->reset.reason) : 0);
    } else {
        const struct gestured_snapshot *all = &event->snapshot;
        for (size_t index = 0; index < all->surface_count; index++) sum += strlen(all->surfaces[index].device);
        for (size_t index = 0; index < all->recognizer_count; index++) sum += strlen(all->recognizers[index].type);
        for (size_t index = 0; index < all->unmatched_glob_count; index++) {
            const struct gestured_unmatched_glob *glob = &all->unmatched_globs[index];
            sum += strlen(glob->glob) + (glob->nearest ? strlen(glob->nearest) : 0);
        }
        for (size_t index = 0; index < all->unmatched_surface_glob_count; index++) {
            sum += strlen(all->unmatched_surface_globs[index].glob);
        }
        for (size_t index = 0; index < all->gesture_count; index++) sum += strlen(all->gestures[index].surface);
        for (size_t index = 0; index < all->frame_count; index++) sum += all->frames[index].touch_count;
    }
    return sum;
}

/* xorshift: the same mutations everywhere. */
static uint64_t noise = 88172645463325252u;
static size_t random_below(size_t limit)
{
    noise ^= noise << 13;
    noise ^= noise >> 7;
    noise ^= noise << 17;
    return (size_t)(noise % limit);
}

static size_t mutate(char *line, size_t length, size_t room)
{
    static const char *const tokens[] = {
        "{", "}", "[", "]", "\"", ":", ",", "\\u0000", "\\ud83d", "-", "1e999", "null", "true", "\\", "\xff",
        "\xf0\x9f", "0.", "9007199254740993", "\"method\":", "[[[[", "}}"};
    for (size_t changes = 1 + random_below(4); changes && length > 2; changes--) {
        size_t at = random_below(length), other = random_below(length), size = 1 + random_below(40);
        if (size > length - at) size = length - at;
        const char *token = tokens[random_below(sizeof tokens / sizeof *tokens)];
        switch (random_below(6)) {
        case 0: line[at] = (char)random_below(256); break;
        case 1: line[at] = (char)(line[at] ^ 1 << random_below(8)); break;
        case 2: memmove(line + at, line + at + size, length - at - size); length -= size; break;
        case 3: length = at + 1; break;
        case 4:
            if (size > length - other) size = length - other;
            if (length + size > room) break;
            memmove(line + at + size, line + at, length - at);
            memmove(line + at, line + other, size);
            length += size;
            break;
        default:
            if (length + strlen(token) > room) break;
            memmove(line + at + strlen(token), line + at, length - at);
            memcpy(line + at, token, strlen(token));
            length += strlen(token);
        }
    }
    return length;
}

/* A copy of just the length, so that a sanitizer sees a byte too much. */
static char *exactly(const char *bytes, size_t length)
{
    char *copy = malloc(length ? length : 1);
    if (copy == NULL) exit(EXIT_FAILURE);
    memcpy(copy, bytes, length);
    return copy;
}

static void mutated_lines_do_no_harm(void)
{
    const char *seconds = getenv("GESTURED_FUZZ_SECONDS");
    int64_t end = now() + (seconds ? atoi(seconds) : 3) * 1000;
    struct gestured *connection = unconnected();
    struct gestured_event event;
    size_t rounds = 0, events = 0, attempts = 0, ignored = 0, refused = 0, walked = 0;
    for (; now() < end; rounds++) {
        char line[4096];
        const char *from = lines[random_below(line_count)];
        size_t length = mutate(memcpy(line, from, strlen(from)), strlen(from), sizeof line);
        char *exact = exactly(line, length);
        empty(&connection->event_document.arena);
        int result = read_line(connection, exact, length, &event);
        if (result > 0) walked += walk(&event);
        events += result > 0;
        attempts += result > 0 && event.kind >= GESTURED_ATTEMPT;
        ignored += result == 0;
        refused += result < 0;
        memset(connection->subscriptions[0].warned, 0, sizeof connection->subscriptions[0].warned);
        if (result < 0 || connection->under_way_count > 1000 || connection->attempt_count > 1000) {
            tell_loss(connection);
            while (connection->made_up) if (take_made_up(connection, &event)) walked += walk(&event);
        }
        if (read_json(&document, exact, length)) fail_by_answer(connection, &document, 0);
        if (random_below(4) == 0 && memchr(exact, 0, length) == NULL) {
            char *text = copied(exact, length);
            keep_attached(connection, text, random_below(2));
            forget_attached(connection, random_below(2) ? text : NULL, "[\"a\"]");
            free(text);
        }
        free(exact);
    }
    printf("# %zu mutations: %zu events, %zu ignored, %zu refused, %zu bytes seen\n", rounds, events, ignored, refused,
           walked);
    CHECK(events > 0 && attempts > 0 && ignored > 0 && refused > 0 && warned > 0);
    gestured_close(connection);
}

int main(void)
{
    run("valid JSON is read", takes_json);
    run("invalid JSON is refused", refuses_what_is_not_json);
    run("depth is limited and uses no stack", depth_has_an_end);
    run("more than a million values in a line are refused", so_many_values_are_too_many);
    run("strings are unescaped into UTF-8", strings_are_unescaped);
    run("numbers are exact, in any locale", numbers_are_exact_in_any_locale);
    run("numbers of six decimals equal libc's", random_numbers_are_as_libc_reads_them);
    run("results are read by paths", results_are_read_by_paths);
    run("every type of gesture and event has its members", every_type_has_its_members);
    run("without the capability locations there are no places", without_locations_there_are_no_places);
    run("mutated lines do no harm", mutated_lines_do_no_harm);
    discard(&document);
    return finish();
}
