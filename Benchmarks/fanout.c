// Simple pan server in C for many subscribers, as the reference for gestured's costs.
//
//   fanout DEVICE SOCKET
//
// One thread waits in epoll for the device, the listening socket and the peers. For each frame it does what a
// hand-written program does: it tracks the slots, computes the centroid of the fingers, writes a line with the same
// members and decimals as gestured's, and sends it with one send(2) to each peer. The end of the line, which is the
// same for all peers, is written once. It recognizes only the pan; lines for a peer that does not read are dropped.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/input.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { slot_count = 10, steps_per_mm_x = 12, steps_per_mm_y = 21, batch = 64, most_peers = 4096 };
static const double points_per_mm = 163 / 25.4;

static int check(int result, const char *call) {
    if (result < 0) {
        perror(call);
        exit(1);
    }
    return result;
}

// The fingers

struct point {
    double x, y;
};
struct slot {
    int tracking_id, x, y, number;
};
static struct slot slots[slot_count];
static int current, last_number, fingers;
static struct point start, last, middle;
static double last_time, frame_time;
static long gesture;

/// Computes the centroid of the fingers. Returns the state to publish for the frame: "began", "changed", "ended" or
/// nothing.
static const char *complete_frame(void) {
    int count = 0;
    struct point sum = {0, 0};
    for (int i = 0; i < slot_count; i++) {
        if (slots[i].tracking_id < 0) continue;
        if (!slots[i].number) slots[i].number = ++last_number;
        sum.x += slots[i].x * points_per_mm / steps_per_mm_x;
        sum.y += slots[i].y * points_per_mm / steps_per_mm_y;
        count++;
    }
    int before = fingers;
    fingers = count;
    if (!count) return before ? "ended" : 0;
    last = middle;
    middle = (struct point){sum.x / count, sum.y / count};
    if (before) return "changed";
    start = last = middle;
    gesture++;
    return "began";
}

static void follow(const struct input_event *event) {
    struct slot *slot = &slots[current];
    switch (event->code) {
    case ABS_MT_SLOT: if (event->value >= 0 && event->value < slot_count) current = event->value; break;
    case ABS_MT_POSITION_X: slot->x = event->value; break;
    case ABS_MT_POSITION_Y: slot->y = event->value; break;
    case ABS_MT_TRACKING_ID: slot->tracking_id = event->value; slot->number = 0; break;
    }
}

// The line

static char tail[2048];
static size_t length;

static void add(const char *text) {
    size_t size = strlen(text);
    memcpy(tail + length, text, size);
    length += size;
}

static char *write_digits(char *place, unsigned long value, int width) {
    char digits[20];
    int first = 20;
    do digits[--first] = (char)('0' + value % 10);
    while ((value /= 10) || 20 - first < width);
    memcpy(place, digits + first, (size_t)(20 - first));
    return place + 20 - first;
}

static void add_number(unsigned long value, int width) {
    length = (size_t)(write_digits(tail + length, value, width) - tail);
}

/// At most three decimals, at least one, as gestured writes lengths.
static void add_length(double value) {
    if (value < 0) add("-");
    unsigned long thousandths = (unsigned long)llround(fabs(value) * 1000), fraction = thousandths % 1000;
    int width = 3;
    while (width > 1 && fraction % 10 == 0) fraction /= 10, width--;
    add_number(thousandths / 1000, 1);
    add(".");
    add_number(fraction, width);
}

static void add_point(const char *name, double x, double y) {
    add(name);
    add("{\"x\":");
    add_length(x);
    add(",\"y\":");
    add_length(y);
    add("}");
}

static void write_tail(const char *state, const struct timeval *time) {
    length = 0;
    add("\"recognizer\":\"pan\",\"type\":\"pan\",\"gesture\":");
    add_number((unsigned long)gesture, 1);
    add(",\"state\":\"");
    add(state);
    add("\",\"surface\":\"benchmark-panel\",\"region\":\"root\",\"time\":");
    add_number((unsigned long)time->tv_sec, 1);
    add(".");
    add_number((unsigned long)time->tv_usec, 6);
    add_point(",\"location\":", middle.x, middle.y);
    add(",\"touches\":[");
    const char *comma = "";
    for (int i = 0; i < slot_count; i++) {
        if (slots[i].tracking_id < 0) continue;
        add(comma);
        add_number((unsigned long)slots[i].number, 1);
        comma = ",";
    }
    add("]");
    double seconds = frame_time > last_time ? frame_time - last_time : 1;
    add_point(",\"translation\":", middle.x - start.x, middle.y - start.y);
    add_point(",\"delta\":", middle.x - last.x, middle.y - last.y);
    add_point(",\"velocity\":", (middle.x - last.x) / seconds, (middle.y - last.y) / seconds);
    add("}}\n");
}

// The peers

static struct peer {
    int descriptor;
    unsigned long sequence;
} peers[most_peers];
static int peer_count;

static int listener(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int result = check(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), "socket");
    check(bind(result, (struct sockaddr *)&address, sizeof address), "bind");
    check(listen(result, 64), "listen");
    return result;
}

static void tell_everybody(void) {
    static const char head[] = "{\"jsonrpc\":\"2.0\",\"method\":\"gesture\",\"params\":{\"subscription\":1,\"seq\":";
    char line[sizeof head + 32 + sizeof tail];
    memcpy(line, head, sizeof head - 1);
    for (int i = 0; i < peer_count; i++) {
        char *end = write_digits(line + sizeof head - 1, ++peers[i].sequence, 1);
        *end++ = ',';
        memcpy(end, tail, length);
        (void)!send(peers[i].descriptor, line, (size_t)(end - line) + length, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
}

static void read_device(int device) {
    struct input_event events[256];
    ssize_t size = read(device, events, sizeof events);
    for (ssize_t i = 0; i < size / (ssize_t)sizeof *events; i++) {
        const struct input_event *event = &events[i];
        if (event->type == EV_ABS) follow(event);
        if (event->type != EV_SYN || event->code != SYN_REPORT) continue;
        struct timeval time = {event->input_event_sec, event->input_event_usec};
        last_time = frame_time;
        frame_time = (double)time.tv_sec + (double)time.tv_usec / 1e6;
        const char *state = complete_frame();
        if (!state) continue;
        write_tail(state, &time);
        tell_everybody();
    }
}

static void read_peer(int descriptor) {
    char requests[4096];
    if (recv(descriptor, requests, sizeof requests, MSG_DONTWAIT) > 0) return;
    close(descriptor);
    for (int i = 0; i < peer_count; i++) {
        if (peers[i].descriptor != descriptor) continue;
        memmove(peers + i, peers + i + 1, (size_t)(--peer_count - i) * sizeof *peers);
        return;
    }
}

static void watch(int epoll, int descriptor) {
    struct epoll_event interest = {.events = EPOLLIN, .data.fd = descriptor};
    check(epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &interest), "epoll_ctl");
}

int main(int count, char **arguments) {
    if (count != 3) return 64;
    int device = check(open(arguments[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC), arguments[1]);
    int listening = listener(arguments[2]);
    int epoll = check(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
    for (int i = 0; i < slot_count; i++) slots[i].tracking_id = -1;
    watch(epoll, device);
    watch(epoll, listening);
    for (;;) {
        struct epoll_event ready[batch];
        int ready_count = epoll_wait(epoll, ready, batch, -1);
        for (int i = 0; i < ready_count; i++) {
            int descriptor = ready[i].data.fd;
            if (descriptor == device) {
                read_device(device);
            } else if (descriptor == listening) {
                int peer = accept4(listening, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
                if (peer < 0) continue;
                if (peer_count == most_peers) return 1;
                peers[peer_count++] = (struct peer){peer, 0};
                watch(epoll, peer);
            } else {
                read_peer(descriptor);
            }
        }
    }
}
