/* A daemon that plays a recorded panel: the one that $GESTURED_PROGRAM names. */
#ifndef DAEMON_H
#define DAEMON_H

#include "../gestured.h"

#include "check.h"

#include <signal.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *program, *recordings;
static char folder[64], path[80], configuration[80];
static pid_t child = -1;

static inline bool configure(const char *text)
{
    FILE *file = fopen(configuration, "w");
    if (file == NULL) return false;
    bool is_written = fputs(text, file) >= 0;
    return fclose(file) == 0 && is_written;
}

/* Starts it with a recording, by its name among the others or its path, and waits until it is ready. */
static inline bool start(const char *recording)
{
    char file[300], line[1000];
    int messages[2];
    if (*recording == '/') snprintf(file, sizeof file, "%s", recording);
    else snprintf(file, sizeof file, "%s/%s.evemu", recordings, recording);
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

static inline void stop(int signal)
{
    if (child <= 0) return;
    kill(child, signal);
    waitpid(child, NULL, 0);
    child = -1;
}

static inline struct gestured *connected_to(const char *recording, const char *with)
{
    if (!configure(with) || !start(recording)) return NULL;
    struct gestured *connection = gestured_new(path);
    if (gestured_connect(connection) != 0) printf("# %s\n", gestured_error_text(connection));
    return connection;
}

static inline void over(struct gestured *connection)
{
    gestured_close(connection);
    stop(SIGTERM);
}

static inline int take(struct gestured *connection, struct gestured_event *event)
{
    int result;
    while ((result = gestured_next(connection, event)) == 0) if (gestured_wait(connection, 10000) <= 0) return -1;
    return result;
}

/* Takes events until one of a gesture in this state, of this recognizer if it is not NULL. */
static inline bool until(struct gestured *connection, struct gestured_event *event, const char *recognizer,
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

/* Whether there is a daemon to test with. */
static inline bool has_daemon(void)
{
    program = getenv("GESTURED_PROGRAM");
    recordings = getenv("GESTURED_RECORDINGS");
    if (recordings == NULL) recordings = "../../Tests/Fixtures/recordings";
    if (program == NULL) {
        printf("1..0 # skipped: GESTURED_PROGRAM does not say which daemon\n");
        return false;
    }
    snprintf(folder, sizeof folder, "/tmp/gestured-XXXXXX");
    if (mkdtemp(folder) == NULL) exit(EXIT_FAILURE);
    snprintf(path, sizeof path, "%s/socket", folder);
    snprintf(configuration, sizeof configuration, "%s/gestured.yaml", folder);
    signal(SIGPIPE, SIG_IGN);
    return true;
}

static inline void removes_folder(void)
{
    unlink(configuration);
    unlink(path);
    rmdir(folder);
}

#endif
