/* Tests of the library with the daemon that $GESTURED_PROGRAM names, which plays recorded panels. */
#define _GNU_SOURCE

#include "../gestured.h"

#include "check.h"

#include <signal.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PANNING "ed-isdv4e6-single-center-circle"
#define DOUBLE_TAP "ed-isdv4e6-double-tap-center"
/* A pan of five seconds. */
#define GOING_ON "../clients/finger-that-goes-on"
#define USUAL                                                                                          \
    "surfaces:\n  - { name: panel, match: { name: \"*\" }, size: 278mm x 174mm, pixels: 1920 x 1200 }\n" \
    "recognizers:\n  - { name: move, type: pan }\n  - { name: touch, type: tap }\n"

/* Its pan leaves the touches to the region. */
#define LENIENT                                                                                        \
    "surfaces:\n  - { name: panel, match: { name: \"*\" }, size: 278mm x 174mm, pixels: 1920 x 1200 }\n" \
    "recognizers:\n  - { name: move, type: pan, cancelsTouchesInView: false }\n"

static const char *program, *recordings;
static char folder[64], path[80], configuration[80];
static pid_t child = -1;

static bool configure(const char *text)
{
    FILE *file = fopen(configuration, "w");
    if (file == NULL) return false;
    bool is_written = fputs(text, file) >= 0;
    return fclose(file) == 0 && is_written;
}

/* Starts it, and waits until it is ready. */
static bool start(const char *recording)
{
    char file[300], line[1000];
    int messages[2];
    snprintf(file, sizeof file, "%s/%s.evemu", recordings, recording);
    if (pipe(messages) != 0) return false;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        dup2(messages[1], STDERR_FILENO);
        close(messages[0]);
        close(messages[1]);
        execl(program, program, "--socket", path, "--replay", file, "--loop", "--config", configuration, (char *)NULL);
        _exit(127);
    }
    close(messages[1]);
    FILE *told = fdopen(messages[0], "r");
    bool is_ready = false;
    while (told && !is_ready && fgets(line, sizeof line, told)) is_ready = strstr(line, " ready: ") != NULL;
    /* If the pipe were closed, the daemon's next message would fail. */
    static FILE *kept;
    if (kept) fclose(kept);
    kept = told;
    return is_ready;
}

static void stop(int signal)
{
    if (child <= 0) return;
    kill(child, signal);
    waitpid(child, NULL, 0);
    child = -1;
}

static struct gestured *connected_to(const char *recording, const char *with)
{
    if (!configure(with) || !start(recording)) return NULL;
    struct gestured *connection = gestured_new(path);
    if (gestured_connect(connection) != 0) printf("# %s\n", gestured_error_text(connection));
    return connection;
}

static void over(struct gestured *connection)
{
    gestured_close(connection);
    stop(SIGTERM);
}

static int take(struct gestured *connection, struct gestured_event *event)
{
    int result;
    while ((result = gestured_next(connection, event)) == 0) if (gestured_wait(connection, 10000) <= 0) return -1;
    return result;
}

/* Takes events until one of a gesture in this state, of this recognizer if it is not NULL. */
static bool until(struct gestured *connection, struct gestured_event *event, const char *recognizer,
                  enum gestured_state state)
{
    while (take(connection, event) > 0) {
        if (event->kind == GESTURED_GESTURE && event->gesture.state == state
            && (recognizer == NULL || strcmp(event->gesture.recognizer, recognizer) == 0)) {
            return true;
        }
    }
    return false;
}

static void the_greeting(void)
{
    struct gestured *connection = connected_to(PANNING, USUAL);
    CHECK(gestured_is_connected(connection));
    CHECK(strncmp(gestured_server(connection), "gestured ", 9) == 0);
    CHECK(gestured_has_capability(connection, "gestures"));
    over(connection);
}

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

static void what_is_wrong(void)
{
    struct gestured *connection = connected_to(PANNING, USUAL);
    const struct gestured_error *error = gestured_last_error(connection);
    CHECK(gestured_request(connection, "subscribe", "{\"states\":[\"begun\"]}") == NULL);
    CHECK(error->code == GESTURED_WRONG_PARAMS && error->path && strcmp(error->path, "params.states[0]") == 0);
    CHECK(error->hint && strstr(error->hint, "began"));
    CHECK(gestured_request(connection, "gestures", NULL) == NULL && error->code == GESTURED_NO_METHOD);
    over(connection);
}

static void the_lists(void)
{
    char name[64];
    size_t size;
    struct gestured *connection = connected_to(PANNING, USUAL);
    const char *list = gestured_request(connection, "list", "{\"what\":\"recognizers\"}");
    CHECK(gestured_json_count(list, "", &size) == 0 && size == 2);
    CHECK(gestured_json_text(list, "[1].name", name, sizeof name) == 0 && strcmp(name, "touch") == 0);
    list = gestured_request(connection, "list", "{\"what\":\"devices\"}");
    CHECK(gestured_json_text(list, "[0].surface", name, sizeof name) == 0 && strcmp(name, "panel") == 0);
    list = gestured_request(connection, "list", "{\"what\":\"regions\"}");
    CHECK(gestured_json_text(list, "[0].name", name, sizeof name) == 0 && strcmp(name, "root") == 0);
    over(connection);
}

static void the_status(void)
{
    double number = -1;
    struct gestured *connection = connected_to(PANNING, USUAL);
    CHECK(gestured_subscribe(connection, NULL, NULL) == 1);
    const char *status = gestured_request(connection, "status", NULL);
    CHECK(gestured_json_number(status, "subscriptions", &number) == 0 && number == 1);
    CHECK(gestured_json_number(status, "latency.p99", &number) == 0 && number >= 0);
    CHECK(gestured_json_number(status, "connections[0].pid", &number) == 0 && number == getpid());
    CHECK(gestured_unsubscribe(connection, 1) == 0);
    status = gestured_request(connection, "status", NULL);
    CHECK(gestured_json_number(status, "subscriptions", &number) == 0 && number == 0);
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

static bool is_declined(const struct gestured_question *question, void *data)
{
    ++*(int *)data;
    CHECK(strcmp(question->recognizer, "double") == 0 && question->gesture.tap.taps == 2);
    return false;
}

static void questions_are_answered(void)
{
    struct gestured_event event = {0};
    int count = 0, later = 0;
    const struct gestured_delegate delegate = {.should_begin = is_declined, .data = &count};
    struct gestured *connection = connected_to(DOUBLE_TAP, USUAL);
    gestured_set_delegate(connection, &delegate);
    CHECK(gestured_attach(connection, NULL,
        "[{\"name\":\"double\",\"type\":\"tap\",\"numberOfTapsRequired\":2,\"ask\":[\"begin\"],\"askTimeout\":1},"
        "{\"name\":\"single\",\"type\":\"tap\",\"requireToFail\":[\"double\"]},"
        "{\"name\":\"deaf\",\"type\":\"tap\",\"ask\":[\"receive\"],\"askTimeout\":1,"
        "\"simultaneousWith\":[\"double\",\"single\"]},"
        "{\"name\":\"hearing\",\"type\":\"tap\",\"requireToFail\":[\"deaf\"],"
        "\"simultaneousWith\":[\"double\",\"single\"]}]") == 0);
    CHECK(gestured_subscribe(connection, NULL, NULL) == 1);
    /* What declines is followed by what waits for it. */
    bool single = false, hearing = false;
    while (!(single && hearing) && take(connection, &event) > 0) {
        if (event.kind == GESTURED_QUESTION) {
            later++;
            CHECK(strcmp(event.question.recognizer, "deaf") == 0 && event.question.touch.phase == GESTURED_TOUCH_BEGAN);
            CHECK(gestured_answer(connection, event.question.number, false) == 0);
        } else {
            /* Before the question it is what is left of a double tap that began before the program. */
            single = single || (count > 0 && strcmp(event.gesture.recognizer, "single") == 0);
            hearing = hearing || strcmp(event.gesture.recognizer, "hearing") == 0;
        }
    }
    CHECK(single && hearing && later > 0);
    over(connection);
}

static void what_cannot_be_attached(void)
{
    struct gestured *connection = connected_to(PANNING, USUAL);
    const struct gestured_error *error = gestured_last_error(connection);
    CHECK(gestured_attach(connection, NULL, "[{\"name\":\"a\",\"type\":\"tab\"},{\"name\":\"b\",\"type\":"
        "\"tap\",\"taps\":2}]") == -1);
    CHECK(error->code == GESTURED_WRONG_PARAMS && error->problem_count == 2);
    const char *text = gestured_error_text(connection), *hint = strstr(text, error->hint);
    CHECK(strncmp(text, error->problems[0], strlen(error->problems[0])) == 0);
    CHECK(hint && strstr(hint + 1, error->hint) == NULL);
    CHECK(error->path && strncmp(error->path, "params.recognizers[0]", 21) == 0);
    over(connection);
}

static void whole_touches(void)
{
    static const char *const none[] = {NULL};
    const struct gestured_filter filter = {.recognizers = none, .touches = true};
    struct gestured_event event;
    uint64_t id = 0;
    int moves = 0;
    bool is_over = false;
    struct gestured *connection = connected_to(PANNING, LENIENT);
    CHECK(gestured_subscribe(connection, &filter, NULL) == 1);
    while (!is_over && gestured_is_connected(connection) && take(connection, &event) == 1) {
        CHECK(event.kind == GESTURED_TOUCHES && event.frame.touch_count == 1);
        const struct gestured_touch *touch = event.frame.touches;
        if (touch->phase == GESTURED_TOUCH_BEGAN) id = touch->id;
        if (id == 0) continue;
        CHECK(touch->id == id);
        moves += touch->phase == GESTURED_TOUCH_MOVED;
        is_over = touch->phase == GESTURED_TOUCH_ENDED;
    }
    CHECK(is_over && moves > 10);
    over(connection);
}

static void a_taken_touch(void)
{
    const struct gestured_filter filter = {.touches = true};
    struct gestured_event event = {0};
    struct gestured *connection = connected_to(PANNING, USUAL);
    CHECK(gestured_subscribe(connection, &filter, NULL) == 1);
    uint64_t cancelled = 0, taken = 0;
    while (!(cancelled && taken) && take(connection, &event) == 1) {
        if (event.kind == GESTURED_GESTURE && event.gesture.state == GESTURED_BEGAN) taken = event.gesture.touches[0];
        if (event.kind == GESTURED_TOUCHES && event.frame.touches[0].phase == GESTURED_TOUCH_CANCELLED) {
            cancelled = event.frame.touches[0].id;
        }
    }
    CHECK(cancelled && cancelled == taken);
    over(connection);
}

static void a_misspelled_name(void)
{
    static const char *const globs[] = {"move", "tuoch", "strange*", NULL};
    static const char *const surfaces[] = {"nowhere", "*", NULL};
    const struct gestured_filter filter = {.recognizers = globs, .surfaces = surfaces};
    struct gestured_snapshot snapshot = {0};
    struct gestured *connection = connected_to(PANNING, USUAL);
    CHECK(gestured_subscribe(connection, &filter, &snapshot) == 1);
    NEED(snapshot.unmatched_glob_count == 2 && snapshot.unmatched_surface_glob_count == 1);
    CHECK(strcmp(snapshot.unmatched_surface_globs[0].glob, "nowhere") == 0);
    const struct gestured_unmatched_glob *unmatched = snapshot.unmatched_globs;
    CHECK(strcmp(unmatched[0].glob, "tuoch") == 0 && unmatched[0].nearest && !strcmp(unmatched[0].nearest, "touch"));
    CHECK(strcmp(unmatched[1].glob, "strange*") == 0 && unmatched[1].nearest == NULL);
    over(connection);
}

static void a_rate(void)
{
    const struct gestured_filter filter = {.max_rate = 5};
    struct gestured_event event = {0};
    int changes = 0;
    struct gestured *connection = connected_to(PANNING, USUAL);
    CHECK(gestured_subscribe(connection, &filter, NULL) == 1);
    if (gestured_is_connected(connection) && gestured_last_error(connection)->code == 0) {
        CHECK(until(connection, &event, "move", GESTURED_BEGAN));
        while (take(connection, &event) == 1 && event.gesture.state != GESTURED_ENDED) changes++;
        CHECK(changes >= 1 && changes <= 6); /* A pan of 0.9 s. */
    }
    over(connection);
}

static void a_turn(void)
{
    struct gestured_event event;
    double width = 0;
    bool is_told = false;
    struct gestured *connection = connected_to(PANNING, USUAL);
    CHECK(gestured_subscribe(connection, NULL, NULL) == 1);
    const char *surface = gestured_request(connection, "rotate", "{\"surface\":\"panel\",\"rotation\":90}");
    CHECK(gestured_json_number(surface, "width", &width) == 0 && width == 1200);
    while (!is_told && take(connection, &event) == 1) {
        is_told = event.kind == GESTURED_SURFACE && event.surface.change == GESTURED_SURFACE_CHANGED
            && event.surface.surface.width == 1200 && event.surface.surface.rotation == 90;
    }
    CHECK(is_told);
    over(connection);
}

static void a_new_configuration(void)
{
    struct gestured_event event;
    bool is_told = false;
    double added = 0;
    struct gestured *connection = connected_to(PANNING, USUAL);
    CHECK(gestured_subscribe(connection, NULL, NULL) == 1);
    CHECK(configure(USUAL "  - { name: zoom, type: pinch }\n"));
    const char *report = gestured_request(connection, "reload", NULL);
    CHECK(gestured_json_number(report, "added", &added) == 0 && added == 1);
    while (!is_told && take(connection, &event) == 1) {
        is_told = event.kind == GESTURED_RELOADED && event.snapshot.recognizer_count == 3;
    }
    CHECK(is_told);
    CHECK(configure("recognizers: [{ name: a, type: tab }]\n"));
    CHECK(gestured_request(connection, "reload", NULL) == NULL);
    CHECK(gestured_last_error(connection)->code == GESTURED_WRONG_CONFIGURATION);
    CHECK(gestured_last_error(connection)->problem_count > 0);
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

static void a_kill(void)
{
    const struct gestured_filter filter = {.touches = true};
    struct gestured_event event = {0};
    int synthesized = 0;
    struct gestured *connection = connected_to(GOING_ON, LENIENT);
    CHECK(gestured_subscribe(connection, &filter, NULL) == 1);
    CHECK(until(connection, &event, "move", GESTURED_CHANGED));
    uint64_t gesture = event.gesture.gesture, finger = event.gesture.touches[0];
    bool is_pan_closed = false, is_touch_closed = false;
    stop(SIGKILL);
    while (take(connection, &event) == 1 && event.kind != GESTURED_DISCONNECTED) {
        if (!event.synthesized) continue;
        synthesized++;
        if (event.kind == GESTURED_GESTURE) {
            is_pan_closed = event.gesture.state == GESTURED_CANCELLED && event.gesture.gesture == gesture
                && event.gesture.seq == 0;
        } else if (event.kind == GESTURED_TOUCHES) {
            is_touch_closed = event.frame.touch_count == 1 && event.frame.touches[0].id == finger
                && event.frame.touches[0].phase == GESTURED_TOUCH_CANCELLED;
        }
    }
    CHECK(is_pan_closed && is_touch_closed && synthesized == 2);
    CHECK(event.kind == GESTURED_DISCONNECTED);
    over(connection);
}

static void own_ones_after_a_restart(void)
{
    struct gestured *connection = connected_to(PANNING, USUAL);
    CHECK(gestured_attach(connection, NULL, "[{\"name\":\"mine\",\"type\":\"pan\"}]") == 0);
    CHECK(gestured_set_enabled(connection, "mine", false) == 0);
    stop(SIGKILL);
    struct gestured_event event;
    CHECK(take(connection, &event) == 1 && event.kind == GESTURED_DISCONNECTED);
    CHECK(start(PANNING));
    CHECK(gestured_reconnect(connection) == 0);
    const char *list = gestured_request(connection, "list", "{\"what\":\"recognizers\"}");
    bool is_there = false;
    for (int index = 0; index < 3; index++) {
        char at[40], name[64];
        double own = 0, enabled = 1;
        snprintf(at, sizeof at, "[%d].name", index);
        if (gestured_json_text(list, at, name, sizeof name) != 0 || strcmp(name, "mine") != 0) continue;
        snprintf(at, sizeof at, "[%d].own", index);
        gestured_json_number(list, at, &own);
        snprintf(at, sizeof at, "[%d].enabled", index);
        gestured_json_number(list, at, &enabled);
        is_there = own == 1 && enabled == 0;
    }
    CHECK(is_there);
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
                                      "\"height\":1200}}]") == 0);
    CHECK(strcmp(next_region(connection, &event), "a") == 0);
    CHECK(gestured_update(connection, "[{\"name\":\"a\",\"shape\":\"circle\"}]") == -1);
    CHECK(strcmp(gestured_last_error(connection)->path, "params.regions[0].shape") == 0);
    stop(SIGTERM);
    while (take(connection, &event) > 0) {}
    CHECK(start(PANNING) && gestured_reconnect(connection) == 0);
    CHECK(strcmp(next_region(connection, &event), "a") == 0);
    over(connection);
}

static void shapes_of_separate_updates(void)
{
    const struct gestured_filter filter = {.recognizers = (const char *const[]){NULL}, .touches = true};
    struct gestured_event event = {0};
    char request[2000] = "[";
    struct gestured *connection = connected_to(PANNING, LENIENT);
    for (int region = 0; region < 20; region++) {
        snprintf(request + strlen(request), sizeof request - strlen(request),
                 "%s{\"name\":\"photo%d\",\"frame\":{\"x\":0,\"y\":0,\"width\":1920,\"height\":1200}}",
                 region ? "," : "", region);
    }
    CHECK(gestured_attach(connection, strcat(request, "]"), NULL) == 0);
    for (int region = 0; region < 20; region++) {
        snprintf(request, sizeof request, "[{\"name\":\"photo%d\",\"shape\":[[0,0]", region);
        /* Narrow and at the left, where no finger of the recording lands. */
        for (int x = 1; x < 16; x++) {
            snprintf(request + strlen(request), sizeof request - strlen(request), ",[%d,%d]", x, x * x);
        }
        CHECK(gestured_update(connection, strcat(request, "]}]")) == 0);
    }
    CHECK(gestured_subscribe(connection, &filter, NULL) == 1);
    stop(SIGTERM);
    while (take(connection, &event) > 0) {}
    CHECK(start(PANNING) && gestured_reconnect(connection) == 0);
    const char *list = gestured_request(connection, "list", "{\"what\":\"regions\"}");
    size_t count = 0;
    CHECK(list && gestured_json_count(list, "", &count) == 0 && count == 21); /* with `root` */
    CHECK(strcmp(next_region(connection, &event), "root") == 0);
    over(connection);
}

static void the_end_of_the_daemon(void)
{
    struct gestured_event event = {0};
    struct gestured *connection = connected_to(PANNING, USUAL);
    CHECK(gestured_subscribe(connection, NULL, NULL) == 1);
    CHECK(until(connection, &event, "move", GESTURED_BEGAN));
    stop(SIGTERM);
    CHECK(until(connection, &event, "move", GESTURED_CANCELLED));
    CHECK(take(connection, &event) == 1 && event.kind == GESTURED_DISCONNECTED);
    over(connection);
}

int main(void)
{
    program = getenv("GESTURED_PROGRAM");
    recordings = getenv("GESTURED_RECORDINGS");
    if (recordings == NULL) recordings = "../../Tests/Fixtures/recordings";
    if (program == NULL) {
        printf("1..0 # skipped: GESTURED_PROGRAM does not say which daemon\n");
        return EXIT_SUCCESS;
    }
    snprintf(folder, sizeof folder, "/tmp/gestured-XXXXXX");
    if (mkdtemp(folder) == NULL) return EXIT_FAILURE;
    snprintf(path, sizeof path, "%s/socket", folder);
    snprintf(configuration, sizeof configuration, "%s/gestured.yaml", folder);
    signal(SIGPIPE, SIG_IGN);
    run("the greeting has the server and the capabilities", the_greeting);
    run("a pan is received from its beginning to its end, without a gap", a_whole_pan);
    run("an invalid request is refused with its place and a hint", what_is_wrong);
    run("recognizers, devices and regions are listed", the_lists);
    run("status counts subscriptions", the_status);
    run("an own double tap makes an own single tap fail", own_recognizers);
    run("own recognizers ask a function, or by an event, and a program declines", questions_are_answered);
    run("an invalid attachment is refused with every problem", what_cannot_be_attached);
    run("touches are received, each from began to its end", whole_touches);
    run("a touch that a pan has taken is cancelled", a_taken_touch);
    run("globs that match no recognizer come with the name that was probably meant", a_misspelled_name);
    run("a requested rate is not exceeded", a_rate);
    run("rotating a surface is answered with the surface, and notified", a_turn);
    run("a new configuration arrives as a snapshot; an invalid one is refused with problems", a_new_configuration);
    run("a restart of the daemon is reported, and everything continues as before", a_restart);
    run("when the daemon is killed, a pan and its touch are cancelled", a_kill);
    run("own recognizers are attached again after a restart", own_ones_after_a_restart);
    run("new touches find moved regions, the upper one first, also after a restart", moved_regions);
    run("shapes of separate updates are restored though they do not fit into one request", shapes_of_separate_updates);
    run("when the daemon stops, a pan under way is cancelled", the_end_of_the_daemon);
    unlink(configuration);
    unlink(path);
    rmdir(folder);
    return finish();
}
