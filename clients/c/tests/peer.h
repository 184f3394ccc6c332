/* The other side of a connection as a script, which a child process plays. */
#ifndef PEER_H
#define PEER_H

#include "../gestured.h"

#include "check.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define HELLO "{\"jsonrpc\":\"2.0\",\"method\":\"hello\",\"params\":{\"protocol\":1,\"server\":\"gestured 0.1.0\"," \
              "\"capabilities\":[\"gestures\",\"attach\"]}}\n"
#define SNAPSHOT "\"surfaces\":[{\"name\":\"panel\",\"unit\":\"px\",\"width\":1920.0}],\"recognizers\":[]," \
                 "\"gestures\":[]"

static char folder[64], path[80];
static int listener = -1;
static pid_t child;

/* The other side: it stops at unexpected input, which `over` reports.     ---------------------------------------- */

static char heard[70000];

static inline void hangs_up(int peer)
{
    if (peer >= 0) close(peer);
}

static inline int accepts(void)
{
    int peer = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (peer < 0) _exit(2);
    return peer;
}

static inline void says(int peer, const char *text)
{
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t sent = send(peer, text, length, MSG_NOSIGNAL);
        if (sent <= 0) _exit(0); /* The client may disconnect at any time. */
        text += sent;
        length -= (size_t)sent;
    }
}

/* Accepts and greets the next client. */
static inline int welcomes(void)
{
    int peer = accepts();
    says(peer, HELLO);
    return peer;
}

/* The next line, which must contain this text. */
static inline void hears(int peer, const char *text)
{
    size_t length = 0;
    for (;;) {
        if (length == sizeof heard - 1 || read(peer, heard + length, 1) != 1) _exit(3);
        if (heard[length] == '\n') break;
        length++;
    }
    heard[length] = 0;
    if (strstr(heard, text) == NULL) {
        fprintf(stderr, "# the client said %s instead of %s\n", heard, text);
        _exit(4);
    }
}

/* Answers the last request. */
static inline void answers(int peer, const char *members)
{
    char line[1024];
    long id = strtol(strstr(heard, "\"id\":") + 5, NULL, 10);
    snprintf(line, sizeof line, "{\"jsonrpc\":\"2.0\",\"id\":%ld,%s}\n", id, members);
    says(peer, line);
}

/* The next line must contain this text, and is accepted. */
static inline void accepts_request(int peer, const char *text)
{
    hears(peer, text);
    answers(peer, "\"result\":{}");
}

static inline void subscribes_with(int peer, int number, const char *others)
{
    char members[600];
    hears(peer, "\"method\":\"subscribe\"");
    snprintf(members, sizeof members, "\"result\":{\"subscription\":%d," SNAPSHOT "%s}", number, others);
    answers(peer, members);
}

static inline void subscribes(int peer, int number)
{
    subscribes_with(peer, number, "");
}

static inline int gesture_line(char *line, size_t size, int subscription, int gesture, const char *state)
{
    return snprintf(line, size,
                    "{\"jsonrpc\":\"2.0\",\"method\":\"gesture\",\"params\":{\"subscription\":%d,\"seq\":1,"
                    "\"recognizer\":\"zoom\",\"type\":\"pinch\",\"gesture\":%d,\"state\":\"%s\",\"surface\":\"panel\","
                    "\"region\":\"root\",\"time\":1.5,\"location\":{\"x\":1.0,\"y\":2.0},\"touches\":[3,4],"
                    "\"scale\":1.5,\"delta\":1.25,\"velocity\":0.5}}\n",
                    subscription, gesture, state);
}

static inline void tells_gesture(int peer, int subscription, int gesture, const char *state)
{
    char line[600];
    gesture_line(line, sizeof line, subscription, gesture, state);
    says(peer, line);
}

/* Starts a child that plays the other side. */
static inline void with_peer(void (*script)(int peer), bool is_greeting)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    unlink(path);
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 8)) abort();
    fflush(stdout);
    child = fork();
    if (child < 0) abort();
    if (child == 0) {
        alarm(60);
        script(is_greeting ? welcomes() : accepts());
        _exit(0);
    }
    close(listener);
}

/* Whether the other side received the expected lines. */
static inline int over(void)
{
    int status = 0;
    waitpid(child, &status, 0);
    unlink(path);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* A client of this other side. */
static inline struct gestured *connected_to(void (*script)(int peer))
{
    with_peer(script, true);
    struct gestured *connection = gestured_new(path);
    CHECK(gestured_connect(connection) == 0);
    return connection;
}

static inline void ends(struct gestured *connection)
{
    gestured_close(connection);
    CHECK(over());
}

/* The next event, however long that takes: 1, or -1. */
static inline int take(struct gestured *connection, struct gestured_event *event)
{
    int result;
    while ((result = gestured_next(connection, event)) == 0) if (gestured_wait(connection, 10000) <= 0) return -1;
    return result;
}

static inline void makes_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/gestured-XXXXXX");
    if (mkdtemp(folder) == NULL) exit(EXIT_FAILURE);
    snprintf(path, sizeof path, "%s/socket", folder);
}

#endif
