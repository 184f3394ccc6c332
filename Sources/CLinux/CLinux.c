// What Swift cannot call directly; see the header for the reason of each.
#define _GNU_SOURCE
#include "CLinux.h"

#include <pthread.h>
#include <signal.h>

int linux_accept(int listener) {
    return accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
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

int linux_signal_descriptor(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    int error = pthread_sigmask(SIG_BLOCK, &set, 0);
    if (error != 0) return -1;
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}
