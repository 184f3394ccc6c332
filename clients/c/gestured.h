/* Client library of gestured for C and C++.
 *
 *     struct gestured *connection = gestured_new(NULL);
 *     struct gestured_event event;
 *     if (gestured_connect(connection) || gestured_subscribe(connection, NULL, NULL) < 0)
 *         errx(1, "%s", gestured_error_text(connection));
 *     while (gestured_wait(connection, -1) >= 0)
 *         while (gestured_next(connection, &event) > 0)
 *             if (event.kind == GESTURED_GESTURE)
 *                 printf("%s at %g\n", event.gesture.recognizer, event.gesture.location.x);
 *
 * docs/protocol.md of gestured describes each member. Lengths are in the unit of the surface, velocities per
 * second, angles in radians, clockwise positive, times in seconds of CLOCK_MONOTONIC. Places have their origin at the
 * top left.
 *
 * Add gestured.c to your program, or link libgestured; it needs Linux and the C library. A connection is used by one
 * thread at a time. Texts are UTF-8. Functions that return an int return -1 when they fail; `gestured_error_text` says
 * why then. Every function may be given a connection that is NULL, which fails.
 *
 * `reserved` is room for later members, so that programs work with a later libgestured.so.1. The library sets it to 0,
 * and so must programs, as `{0}` and initializers with names do: where it is not 0, gestured_subscribe and
 * gestured_set_methods fail.
 */
#ifndef GESTURED_H
#define GESTURED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of gestured that this header is of. gestured_server has that of the daemon. */
#define GESTURED_VERSION "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

/* A connection to gestured, made or not. */
struct gestured;

/* Connecting ------------------------------------------------------------------------------------------------------- */

/* A connection to the socket at `path`; NULL for $GESTURED_SOCKET, else /run/gestured/gestured.sock. It is not made
 * yet. Returns NULL if there is no memory, or no descriptor is left. */
struct gestured *gestured_new(const char *path);

/* Ends the connection and frees everything. Not from within a callback. */
void gestured_close(struct gestured *connection);

/* Connects, and reads the greeting. */
int gestured_connect(struct gestured *connection);

/* Restores a lost connection, its attachments and its subscriptions. One attempt.
 *
 * Numbers of subscriptions stay. `synthesized` events close gestures and touches under way, and GESTURED_CONNECTED
 * comes with a new snapshot for each subscription. After a failure with a code for which `gestured_may_pass`, try again
 * after `gestured_pause` milliseconds. */
int gestured_reconnect(struct gestured *connection);

/* How long to wait before the next attempt, in milliseconds: from 100 to 5000, the longer the more attempts failed. */
int gestured_pause(const struct gestured *connection);

/* How long to wait for a greeting or an answer, in milliseconds; 10000 by itself. After that the connection is lost. */
void gestured_set_timeout(struct gestured *connection, int milliseconds);

/* Sets the function that is called with warnings: once for each glob of a subscription that matches nothing, with the
 * name that was probably meant, and once for each warning of gestured_attach and gestured_update about regions that no
 * finger can reach. `text` is a line without its end, and valid during the call. By default it is
 * gestured_warn_on_stderr, which writes the line to standard error; NULL turns warnings off. It is called from within
 * these functions, gestured_next and gestured_dispatch, and may not call functions with the connection. */
typedef void (*gestured_warning)(const char *text, void *data);
void gestured_set_warning(struct gestured *connection, gestured_warning warn, void *data);
void gestured_warn_on_stderr(const char *text, void *data);

/* Whether it is connected; name and version of the daemon; whether this connection has a capability (`gestures`,
 * `touches`, `attach`, `intercept`, `control`) at present, by the events that have been taken. */
bool gestured_is_connected(const struct gestured *connection);
const char *gestured_server(const struct gestured *connection);
bool gestured_has_capability(const struct gestured *connection, const char *capability);

/* Errors ----------------------------------------------------------------------------------------------------------- */

/* Codes of the client's own are positive, those of gestured negative. */
enum {
    GESTURED_UNREACHABLE = 1, /* no process listens */
    GESTURED_PERMISSION,      /* the file system does not allow it */
    GESTURED_PROTOCOL,        /* the server is not a gestured that this client understands */
    GESTURED_LOST,            /* the connection has ended */
    GESTURED_TIMEOUT,         /* no answer came in time; the connection has ended */
    GESTURED_MEMORY,          /* there is no memory */
    GESTURED_MISUSE,          /* an invalid call by the program: the text has the reason */

    GESTURED_NOT_JSON = -32700,             /* or too long */
    GESTURED_NO_REQUEST = -32600,
    GESTURED_NO_METHOD = -32601,
    GESTURED_WRONG_PARAMS = -32602,
    GESTURED_DEFECT = -32603,               /* of gestured */
    GESTURED_LIMIT = -32000,                /* a limit is reached */
    GESTURED_NO_CAPABILITY = -32001,        /* the hint says which, and where to grant it */
    GESTURED_WRONG_CONFIGURATION = -32002
};

struct gestured_error {
    int code;                    /* 0: nothing has failed */
    const char *message;
    const char *path;            /* where in the request: params.states[0]; NULL if absent */
    const char *hint;            /* what to do; NULL if absent */
    const char *const *problems; /* every problem, of `attach`, `update` and `reload` */
    size_t problem_count;
};

/* Why the last function failed; valid until the next one does. */
const struct gestured_error *gestured_last_error(const struct gestured *connection);

/* The reason in words, with a remedy. */
const char *gestured_error_text(const struct gestured *connection);

/* Whether trying again may help after an error with this code: the daemon restarts, or is full. */
bool gestured_may_pass(int code);

/* Values ----------------------------------------------------------------------------------------------------------- */

struct gestured_point {
    double x, y;
};

enum gestured_state { /* one bit each, so that a filter can hold several */
    GESTURED_POSSIBLE = 0, /* of an attempt: nothing is decided; no gesture has it */
    GESTURED_BEGAN = 1,
    GESTURED_CHANGED = 2,
    GESTURED_ENDED = 4,
    GESTURED_CANCELLED = 8,
    GESTURED_RECOGNIZED = 16,
    GESTURED_FAILED = 32
};

enum gestured_type {
    GESTURED_OTHER, /* a custom type; `json` of the event has its members */
    GESTURED_TAP,
    GESTURED_LONG_PRESS,
    GESTURED_SWIPE,
    GESTURED_PAN,
    GESTURED_SCREEN_EDGE_PAN,
    GESTURED_PINCH,
    GESTURED_ROTATION,
    GESTURED_TRANSFORM,
    GESTURED_STROKE,
    GESTURED_CHECKMARK,
    GESTURED_TICKLE,
    GESTURED_INCREMENTAL_PINCH
};

enum gestured_side {
    GESTURED_NO_SIDE,
    GESTURED_LEFT,
    GESTURED_RIGHT,
    GESTURED_UP,
    GESTURED_DOWN,
    GESTURED_TOP,
    GESTURED_BOTTOM
};

struct gestured_tap {
    uint64_t taps;
};

struct gestured_long_press {
    double duration; /* so far */
};

struct gestured_swipe {
    enum gestured_side direction; /* left, right, up or down */
    struct gestured_point velocity;
};

struct gestured_pan {
    struct gestured_point translation; /* since it began */
    struct gestured_point delta;       /* since the last event */
    struct gestured_point velocity;
    struct gestured_point projection;  /* at GESTURED_ENDED: where momentum would carry it */
    enum gestured_side edge;           /* of GESTURED_SCREEN_EDGE_PAN: left, right, top or bottom */
};

struct gestured_pinch {
    double scale; /* since it began */
    double delta; /* since the last event, a factor */
    double velocity;
};

struct gestured_rotation {
    double rotation; /* since it began */
    double delta;    /* since the last event */
    double velocity;
};

struct gestured_transform {
    struct gestured_pan pan;
    double scale, rotation; /* since it began */
    double scale_delta;     /* since the last event, a factor */
    double rotation_delta;
};

struct gestured_stroke {
    const char *name;
    double score; /* 0 to 1 */
};

struct gestured_checkmark {
    struct gestured_point midpoint;
};

struct gestured_tickle {
    uint64_t count;
};

struct gestured_incremental_pinch {
    double scale; /* a factor since the last event, lost where lines are merged */
};

/* A gesture. When it has failed, there is nothing after `location_count`. */
struct gestured_gesture {
    enum gestured_type type;
    enum gestured_state state;
    const char *type_name;
    const char *recognizer;
    const char *surface;
    const char *region;
    uint64_t gesture; /* the number of the gesture; 0 if it failed before it began */
    uint64_t seq;     /* from 1 in each connection; a gap means a merged one; 0 in snapshots, if synthesized */
    double time;
    bool has_places; /* false without the capability `locations`: then location, touches and movements are 0 */
    struct gestured_point location;
    const uint64_t *touches; /* the ids of the fingers */
    size_t touch_count;
    const struct gestured_point *locations; /* with `locations` of the filter: the place of each of the touches */
    size_t location_count;
    uint64_t reserved[8];
    union {
        uint64_t reserved_measurement[20];
        struct gestured_tap tap;
        struct gestured_long_press long_press;
        struct gestured_swipe swipe;
        struct gestured_pan pan; /* and screen edge pan */
        struct gestured_pinch pinch;
        struct gestured_rotation rotation;
        struct gestured_transform transform;
        struct gestured_stroke stroke;
        struct gestured_checkmark checkmark;
        struct gestured_tickle tickle;
        struct gestured_incremental_pinch incremental_pinch;
    };
};

enum gestured_phase {
    GESTURED_TOUCH_BEGAN = 1,
    GESTURED_TOUCH_MOVED,
    GESTURED_TOUCH_ENDED,
    GESTURED_TOUCH_CANCELLED
};

struct gestured_touch {
    uint64_t id;
    enum gestured_phase phase;
    struct gestured_point location;
    struct gestured_point previous_location;
    const char *region;
    double force;        /* 0 to 1; -1 where the panel does not report it */
    double major_radius; /* a length; -1 where the panel does not report it */
    uint64_t tap_count;  /* 2 for the second tap of a double tap */
    uint64_t reserved[6];
};

/* The changes of touches in one frame of a surface. */
struct gestured_frame {
    const char *surface;
    double time;
    const struct gestured_touch *touches;
    size_t touch_count;
    uint64_t reserved[4];
};

struct gestured_surface {
    const char *name;
    const char *device;
    const char *unit; /* px or pt */
    double width, height;
    double width_in_millimetres, height_in_millimetres; /* 0 if not known */
    double rotation;                                    /* degrees */
    uint64_t reserved[4];
};

enum gestured_change {
    GESTURED_ADDED = 1,
    GESTURED_REMOVED,
    GESTURED_SURFACE_CHANGED
};

struct gestured_surface_change {
    enum gestured_change change;
    struct gestured_surface surface;
};

struct gestured_recognizer {
    const char *name;
    const char *type;
    const char *region;
    bool enabled;
    bool own;
    uint64_t reserved[4];
};

/* A glob of a filter that matches no recognizer or no surface, usually a misspelled name. */
struct gestured_unmatched_glob {
    const char *glob;
    const char *nearest; /* the name that was probably meant; NULL if none is known */
    uint64_t reserved[2];
};

/* The present state. */
struct gestured_snapshot {
    const struct gestured_surface *surfaces;
    size_t surface_count;
    const struct gestured_recognizer *recognizers;
    size_t recognizer_count;
    const struct gestured_unmatched_glob *unmatched_globs; /* of those for recognizers; each caused one warning */
    size_t unmatched_glob_count;
    const struct gestured_unmatched_glob *unmatched_surface_globs; /* of those for surfaces */
    size_t unmatched_surface_glob_count;
    const struct gestured_gesture *gestures; /* the last of each under way; its delta counts from its beginning */
    size_t gesture_count;
    const struct gestured_frame *frames; /* with touches: those on each surface */
    size_t frame_count;
    uint64_t reserved[12];
};

enum gestured_ask {
    GESTURED_SHOULD_BEGIN = 1, /* whether a gesture may begin or be recognized */
    GESTURED_SHOULD_RECEIVE,   /* whether the recognizer receives a touch that has begun */
    GESTURED_SHOULD_RECOGNIZE_SIMULTANEOUSLY, /* whether it and the other one may both be recognized */
    GESTURED_SHOULD_REQUIRE_FAILURE,   /* whether it waits until the other one fails */
    GESTURED_SHOULD_BE_REQUIRED_TO_FAIL /* whether the other one waits until it fails */
};

/* A question of an own recognizer, attached with `"ask":["begin"]` or others of begin, receive, simultaneous,
 * requireFailure and beRequiredToFail. */
struct gestured_question {
    uint64_t number; /* for gestured_answer */
    enum gestured_ask ask;
    const char *recognizer;
    const char *surface;
    double time;
    uint64_t reserved[4];
    union {
        struct gestured_gesture gesture; /* of GESTURED_SHOULD_BEGIN; its seq is 0 */
        struct gestured_touch touch;     /* of GESTURED_SHOULD_RECEIVE */
        const char *other;               /* of the last three: a recognizer that has come to share a touch with it */
    };
};

/* Touches of a recognizer that the program decides, as UIKit's touchesBegan and the others: all have the same phase.
 * Their places are in the coordinates of the recognizer's region. */
struct gestured_attempt {
    uint64_t number;  /* for gestured_recognize; the same from the first touch to GESTURED_RESET */
    uint64_t change;  /* grows with each event of the attempt */
    const char *recognizer;
    const char *surface;
    double time;
    enum gestured_phase phase;
    enum gestured_state state; /* the last that the program has set; GESTURED_POSSIBLE before */
    const struct gestured_touch *touches;
    size_t touch_count;
    bool must_answer; /* others wait: without a decision in its `answerTimeout`, the recognizer fails */
    uint64_t reserved[7];
};

/* The end of an attempt, as UIKit's reset. */
struct gestured_reset {
    uint64_t attempt;
    const char *recognizer;
    const char *reason; /* for people; NULL if there is nothing to say */
    enum gestured_state outcome; /* recognized, ended, cancelled or failed; 0 for one of a later gestured */
    uint64_t reserved[4];
};

/* Receiving -------------------------------------------------------------------------------------------------------- */

enum gestured_kind {
    GESTURED_GESTURE = 1,
    GESTURED_TOUCHES,
    GESTURED_SURFACE,
    GESTURED_RELOADED,    /* the configuration was reloaded: `snapshot` */
    GESTURED_LAGGED,      /* this program did not read; the connection ends: `snapshot` */
    GESTURED_CONNECTED,   /* gestured_reconnect was done: `snapshot` */
    GESTURED_DISCONNECTED, /* the connection is lost; the last event until gestured_reconnect. `subscription` is 0 */
    GESTURED_QUESTION,     /* an own recognizer asks, and the delegate has no function. `subscription` is 0 */
    GESTURED_ATTEMPT,      /* touches of a recognizer without methods. `subscription` is 0 */
    GESTURED_RESET         /* its attempt is over. `subscription` is 0 */
};

struct gestured_event {
    enum gestured_kind kind;
    int subscription;
    bool synthesized; /* whether this client closes what was under way, as the connection is lost */
    const char *json; /* what gestured has sent, the params of the notification or the snapshot; NULL if nothing */
    uint64_t reserved[5];
    union {
        uint64_t reserved_contents[64];
        struct gestured_gesture gesture;
        struct gestured_frame frame;
        struct gestured_surface_change surface;
        struct gestured_snapshot snapshot;
        struct gestured_question question;
        struct gestured_attempt attempt;
        struct gestured_reset reset;
    };
};

/* A descriptor that is readable when `gestured_next` has an event. It stays the same until gestured_close, also
 * when the connection is lost and made again. Poll it, and do nothing else with it. */
int gestured_fd(const struct gestured *connection);

/* The next event, without waiting: 1 if there is one, 0 if there is none now, -1 if there is no connection.
 *
 * Pointers in the event are valid until the next call of gestured_next or gestured_dispatch. If a program takes no
 * events, gestured merges them; after a long time it disconnects the program (GESTURED_LAGGED). */
int gestured_next(struct gestured *connection, struct gestured_event *event);

/* Calls back for each event that is there, at most 1024, without waiting. Returns how many, -1 if there is no
 * connection. The callback may ask (subscribe, attach, …), but not take events, reconnect or close. */
typedef void (*gestured_callback)(const struct gestured_event *event, void *data);
int gestured_dispatch(struct gestured *connection, gestured_callback callback, void *data);

/* Waits until there is an event, at most so many milliseconds, forever if -1: 1 if there is one, 0 if not, also when a
 * signal came, -1 if there is no connection. For programs that wait for nothing else. */
int gestured_wait(struct gestured *connection, int milliseconds);

/* Questions -------------------------------------------------------------------------------------------------------- */

/* Own recognizers with `ask` ask as UIKit's recognizers ask their delegates, without a subscription. Until the answer,
 * the recognizer waits, and those that require it to fail; nothing else does. After 0.1 s, or its `askTimeout`, the
 * answer is true. Nothing waits for those about another recognizer: until the answer, what both declare holds. There
 * are two ways to answer. */

/* Sets the functions that answer at once: NULL, or NULL for one of them, for none. They are called from within
 * gestured_next and gestured_dispatch, in the order of the events, for all recognizers that ask. They may do what a
 * callback of gestured_dispatch may. */
typedef bool (*gestured_decision)(const struct gestured_question *question, void *data);
struct gestured_delegate {
    gestured_decision should_begin;
    gestured_decision should_receive;
    void *data;
    gestured_decision should_recognize_simultaneously;
    gestured_decision should_require_failure;
    gestured_decision should_be_required_to_fail;
    uint64_t reserved[2];
};
void gestured_set_delegate(struct gestured *connection, const struct gestured_delegate *delegate);

/* Answers the question of a GESTURED_QUESTION, at once or later. It waits for no result, but for room in the socket if
 * gestured reads too slowly, at most as gestured_set_timeout says. It returns 0 also if the question is over: answered,
 * too late, or of a connection that was lost. */
int gestured_answer(struct gestured *connection, uint64_t question, bool yes);

/* Rules of the program --------------------------------------------------------------------------------------------- */

/* A recognizer that is attached as `custom` has the rules of the program, as a subclass of UIKit's UIGestureRecognizer:
 *
 *     gestured_attach(connection, NULL, "[{\"name\":\"checkmark\",\"type\":\"custom\"}]")
 *
 * Its touches come without a subscription, with the capability `touches`: to the methods of its name, or, if that has
 * none, as GESTURED_ATTEMPT and GESTURED_RESET events. Each attempt has one reset, also when the connection is lost.
 * When several surfaces are touched, a recognizer may have an attempt on each. */

/* Called from within gestured_next and gestured_dispatch, in the order of the events. They may do what a callback of
 * gestured_dispatch may. */
typedef void (*gestured_touches_method)(struct gestured *connection, const struct gestured_attempt *attempt,
                                        void *data);
typedef void (*gestured_reset_method)(struct gestured *connection, const struct gestured_reset *reset, void *data);

/* Each may be NULL. When `must_answer` is set and a method has decided nothing, the library tells gestured so. Programs
 * that take events do that by gestured_recognize with GESTURED_POSSIBLE. */
struct gestured_methods {
    gestured_touches_method touches_began;
    gestured_touches_method touches_moved;
    gestured_touches_method touches_ended;
    gestured_touches_method touches_cancelled;
    gestured_reset_method reset;
    uint64_t reserved[3];
};

/* Sets the methods of the recognizer with a name, before or after it is attached; they are copied. NULL removes them.
 * Attempts under way continue with what is set. */
int gestured_set_methods(struct gestured *connection, const char *recognizer, const struct gestured_methods *methods,
                         void *data);

/* Decides about an attempt, and waits for the result.
 *
 *     gestured_recognize(connection, attempt->number, GESTURED_RECOGNIZED, "{\"midpoint\":{\"x\":9.5,\"y\":3}}", NULL)
 *
 * From GESTURED_POSSIBLE, the next `state` is GESTURED_RECOGNIZED (a discrete gesture), GESTURED_BEGAN or
 * GESTURED_FAILED; from GESTURED_BEGAN and GESTURED_CHANGED it is GESTURED_CHANGED, GESTURED_ENDED or
 * GESTURED_CANCELLED. All others are refused (GESTURED_MISUSE). GESTURED_POSSIBLE sets none: nothing is decided yet.
 *
 * `values`, a JSON object, are members of the gesture from now on: numbers (with a point in every locale), texts, and
 * points in the coordinates of the recognizer's region. `reason` is for people. Both may be NULL. It returns 0 also if
 * the attempt is over: reset, or of a connection that was lost. */
int gestured_recognize(struct gestured *connection, uint64_t attempt, enum gestured_state state, const char *values,
                       const char *reason);

/* Leaves a touch of an attempt to others, as UIKit's ignore; otherwise as gestured_recognize. */
int gestured_ignore(struct gestured *connection, uint64_t attempt, uint64_t touch);

/* Requests --------------------------------------------------------------------------------------------------------- */

/* The events to receive. All zero means everything but failures and touches. */
struct gestured_filter {
    const char *const *recognizers; /* globs, the last followed by NULL; NULL: all recognizers */
    const char *const *surfaces;    /* the same of surfaces */
    unsigned states;                /* enum gestured_state, combined by |; 0: all but GESTURED_FAILED */
    bool touches;                   /* needs the capability `touches` */
    double max_rate;                /* how many GESTURED_CHANGED a second of one gesture, up to 1000; 0: all */
    bool region_coordinates;        /* places and movements of gestures and touches are in their region's coordinates */
    bool locations;                 /* gestures have the place of each finger */
    bool predicted;                 /* touches and pans have predictions: in `json` of their events */
    uint64_t reserved[8];
};

/* Subscribes, and returns a number that its events have. `filter` may be NULL, and so may `snapshot`, which receives
 * the present state, and is valid until the next request. */
int gestured_subscribe(struct gestured *connection, const struct gestured_filter *filter,
                       struct gestured_snapshot *snapshot);

/* Ends a subscription; it has no more events. */
int gestured_unsubscribe(struct gestured *connection, int subscription);

/* Attaches regions and recognizers that only this connection has: each a JSON list as in docs/protocol.md, or NULL.
 *
 * A length that is a number is in the unit of the surface; "5mm" has its own.
 *
 *     gestured_attach(connection, NULL, "[{\"name\":\"double\",\"type\":\"tap\",\"numberOfTapsRequired\":2}]")
 *
 * Subscribe to receive their gestures. */
int gestured_attach(struct gestured *connection, const char *regions, const char *recognizers);

/* Changes own regions and recognizers, all in one step, or none if one is refused: JSON lists of objects with `name` and
 * what changes, or NULL.
 *
 *     gestured_update(connection, "[{\"name\":\"photo\",\"transform\":[1,0,0,1,40,0],\"above\":null}]", NULL)
 *
 * Of regions these are `frame`, `transform`, `shape`, `above`, `exclusive` and `enabled`, of recognizers all keys but
 * `type` and `region`; null is the default. Gestures under way go on as they are. gestured_reconnect attaches everything
 * again as it was last. */
int gestured_update(struct gestured *connection, const char *regions, const char *recognizers);

/* Detaches own regions, with everything in them, and own recognizers: JSON lists of names, or NULL. Twice NULL is
 * all. */
int gestured_detach(struct gestured *connection, const char *regions, const char *recognizers);

/* UIKit's isEnabled: of own recognizers; with the capability `control` of any. */
int gestured_set_enabled(struct gestured *connection, const char *recognizer, bool enabled);

/* Makes a configured region private, or no longer; needs the capability `control`. It stays so when the connection
 * ends, but not when gestured does: repeat it after a reconnect. */
int gestured_set_private(struct gestured *connection, const char *region, bool is_private);

/* Keeps the fingers that are down, or else the next ones, from applications until all have lifted, on a surface with
 * `intercept`, or, without one (NULL), on all of these; needs the capability `control`. */
int gestured_swallow(struct gestured *connection, const char *surface);

/* Makes any request: a method, and its params as a JSON object, or NULL. Returns the result as JSON, valid until the
 * next request, or NULL when it failed. */
const char *gestured_request(struct gestured *connection, const char *method, const char *params);

/* Reading results -------------------------------------------------------------------------------------------------- */

/* A value within a JSON text by its path, as `latency.p99` or `[0].match.bus`; "" is the whole. They return 0, or -1 if
 * there is none of that kind: a number (true and false are 1 and 0), a text that fits into `size` bytes with its end,
 * or how many values or members a list or an object has. They belong to no connection, and set no error. */
int gestured_json_number(const char *json, const char *path, double *number);
int gestured_json_text(const char *json, const char *path, char *buffer, size_t size);
int gestured_json_count(const char *json, const char *path, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
