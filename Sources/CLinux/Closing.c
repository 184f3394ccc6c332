// Function that closes a descriptor without waiting for unsent data.
//
// When the last descriptor of a socket with SO_LINGER is closed, close(2) sleeps until the data is sent, for up to the
// time that the socket's owner has set. The caller has no option to prevent that, but the kernel stops waiting as soon
// as a signal is pending.
#define _GNU_SOURCE
#include "CLinux.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static void ignore(int number) { (void)number; }

void linux_close_interrupted(int descriptor) {
    // By default SIGURG is discarded, and what is discarded interrupts nothing. A handler that is there already will do.
    struct sigaction present, action = {.sa_handler = ignore, .sa_flags = SA_RESTART};
    if (sigaction(SIGURG, 0, &present) == 0 && (present.sa_handler == SIG_DFL || present.sa_handler == SIG_IGN))
        sigaction(SIGURG, &action, 0);
    sigset_t urgent, before;
    sigemptyset(&urgent);
    sigaddset(&urgent, SIGURG);
    pthread_sigmask(SIG_UNBLOCK, &urgent, &before);

    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGURG};
    event._sigev_un._tid = gettid();
    // Again and again, as the first signal may come before close(2) has begun.
    struct itimerspec times = {.it_value.tv_nsec = 100 * 1000, .it_interval.tv_nsec = 1000 * 1000};
    timer_t timer;
    int has_timer = timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
    if (has_timer) timer_settime(timer, 0, &times, 0);
    close(descriptor);
    if (has_timer) timer_delete(timer);
    pthread_sigmask(SIG_SETMASK, &before, 0);
}
