// Minimal relay from a touchscreen to one subscriber, as the reference for latency.
//
//   relay DEVICE SOCKET LENGTH
//
// One thread waits in epoll for the device, reads its events, and sends one line of LENGTH bytes for each SYN_REPORT to
// the one subscriber of the socket. The line holds the event's time and padding; nothing is recognized, and the zeros
// before the time are no JSON.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { seconds_digits = 10, fraction_digits = 6 };
static const char head[] = "{\"jsonrpc\":\"2.0\",\"method\":\"gesture\",\"params\":{\"state\":\"changed\",\"time\":";

static int check(int result, const char *call) {
    if (result < 0) {
        perror(call);
        exit(1);
    }
    return result;
}

static int subscriber(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int listener = check(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
    check(bind(listener, (struct sockaddr *)&address, sizeof address), "bind");
    check(listen(listener, 1), "listen");
    return check(accept4(listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK), "accept4");
}

static void write_digits(char *end, unsigned long value, int count) {
    for (int i = 0; i < count; i++) {
        *--end = (char)('0' + value % 10);
        value /= 10;
    }
}

int main(int count, char **arguments) {
    if (count != 4) return 64;
    int device = check(open(arguments[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC), arguments[1]);
    int length = atoi(arguments[3]);
    char *line = malloc((size_t)length + 256);
    size_t start = sizeof head - 1, dot = start + seconds_digits, end = dot + 1 + fraction_digits;
    memcpy(line, head, start);
    line[dot] = '.';
    int padding = length - (int)end - (int)strlen(",\"\":\"\"}}\n");
    snprintf(line + end, 256, ",\"\":\"");
    char *rest = line + end + strlen(",\"\":\"");
    if (padding < 0) padding = 0;
    memset(rest, '-', (size_t)padding);
    memcpy(rest + padding, "\"}}\n", 4);
    size_t total = (size_t)(rest + padding + 4 - line);

    int peer = subscriber(arguments[2]);
    int epoll = check(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
    struct epoll_event interest = {.events = EPOLLIN};
    check(epoll_ctl(epoll, EPOLL_CTL_ADD, device, &interest), "epoll_ctl");
    for (;;) {
        struct epoll_event ready;
        if (epoll_wait(epoll, &ready, 1, -1) < 1) continue;
        struct input_event events[256];
        ssize_t size = read(device, events, sizeof events);
        for (ssize_t i = 0; i < size / (ssize_t)sizeof *events; i++) {
            if (events[i].type != EV_SYN || events[i].code != SYN_REPORT) continue;
            write_digits(line + dot, (unsigned long)events[i].input_event_sec, seconds_digits);
            write_digits(line + end, (unsigned long)events[i].input_event_usec, fraction_digits);
            if (send(peer, line, total, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) return 0;
        }
    }
}
