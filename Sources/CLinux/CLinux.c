// C functions for system interfaces that Swift cannot call directly; the header gives the reason for each.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int linux_accept(int listener) {
    return accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int linux_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

int linux_peer_credentials(int socket, struct linux_peer_credentials *credentials) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
    credentials->pid = peer.pid;
    credentials->uid = peer.uid;
    credentials->gid = peer.gid;
    return 0;
}

int linux_epoll_control(int epoll, int operation, int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data = {.fd = descriptor}};
    return epoll_ctl(epoll, operation, descriptor, &event);
}

int linux_epoll_descriptor(const struct epoll_event *event) {
    return event->data.fd;
}

int linux_poll(struct pollfd *waits, size_t count, int64_t microseconds) {
    struct timespec timeout = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
    return ppoll(waits, count, microseconds < 0 ? 0 : &timeout, 0);
}

int linux_signal_descriptor(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    int error = pthread_sigmask(SIG_BLOCK, &set, 0);
    if (error != 0) {
        errno = error;
        return -1;
    }
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

// The kernel waits for a lock of the device, and gives that up when a signal comes.
static int ask(int device, unsigned long request, void *answer) {
    int result;
    do result = ioctl(device, request, answer);
    while (result < 0 && errno == EINTR);
    return result;
}

int linux_slot_values(int device, uint16_t code, int32_t *values, int count) {
    enum { maximum = 256 };
    int32_t request[1 + maximum] = {code};
    if (count < 0 || count > maximum) {
        errno = EINVAL;
        return -1;
    }
    size_t size = (size_t)count * sizeof *values;
    if (ask(device, EVIOCGMTSLOTS(sizeof *request + size), request) < 0) return -1;
    memcpy(values, request + 1, size);
    return 0;
}

int linux_axis_value(int device, uint16_t code, int32_t *value) {
    struct input_absinfo axis;
    if (ask(device, EVIOCGABS(code), &axis) < 0) return -1;
    *value = axis.value;
    return 0;
}

int linux_is_key_down(int device, uint16_t code) {
    uint8_t keys[KEY_MAX / 8 + 1] = {0};
    if (code > KEY_MAX) {
        errno = EINVAL;
        return -1;
    }
    if (ask(device, EVIOCGKEY(sizeof keys), keys) < 0) return -1;
    return keys[code / 8] >> code % 8 & 1;
}

int linux_listen_to_keys(int device, const uint16_t *codes, int count) {
    uint64_t keys[KEY_MAX / 64 + 1] = {0}, types = 1 << EV_KEY;
    for (int i = 0; i < count; i++)
        if (codes[i] <= KEY_MAX) keys[codes[i] / 64] |= UINT64_C(1) << codes[i] % 64;
    struct input_mask ofKeys = {.type = EV_KEY, .codes_size = sizeof keys, .codes_ptr = (uintptr_t)keys};
    // The mask of EV_SYN says which types come at all.
    struct input_mask ofTypes = {.type = EV_SYN, .codes_size = sizeof types, .codes_ptr = (uintptr_t)&types};
    if (ask(device, EVIOCSMASK, &ofKeys) < 0) return -1;
    return ask(device, EVIOCSMASK, &ofTypes);
}

int linux_grab(int device, bool grabs) {
    // The argument itself says which: no pointer to it.
    return ask(device, EVIOCGRAB, (void *)(intptr_t)grabs);
}
