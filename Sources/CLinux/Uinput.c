// C functions for making devices through uinput, and passing them and panels on.
#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <errno.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int linux_clone_begin(int uinput, const char *name, const char *phys, const struct input_id *id) {
    struct uinput_setup setup = {.id = *id};
    strncpy(setup.name, name, sizeof setup.name - 1);
    if (ioctl(uinput, UI_SET_PHYS, phys) < 0 || ioctl(uinput, UI_SET_PROPBIT, INPUT_PROP_DIRECT) < 0 ||
        ioctl(uinput, UI_SET_EVBIT, EV_KEY) < 0 || ioctl(uinput, UI_SET_KEYBIT, BTN_TOUCH) < 0 ||
        ioctl(uinput, UI_SET_EVBIT, EV_ABS) < 0)
        return -1;
    return ioctl(uinput, UI_DEV_SETUP, &setup) < 0 ? -1 : 0;
}

int linux_clone_axis(int uinput, uint16_t code, const struct input_absinfo *range) {
    struct uinput_abs_setup setup = {.code = code, .absinfo = *range};
    if (ioctl(uinput, UI_SET_ABSBIT, code) < 0) return -1;
    return ioctl(uinput, UI_ABS_SETUP, &setup) < 0 ? -1 : 0;
}

int linux_clone_create(int uinput, char *name, size_t size) {
    if (ioctl(uinput, UI_DEV_CREATE) < 0 || ioctl(uinput, UI_GET_SYSNAME(size), name) < 0) return -1;
    char path[128];
    snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
    DIR *folder = opendir(path);
    if (!folder) return -1;
    int number = -1;
    for (struct dirent *entry; number < 0 && (entry = readdir(folder));) sscanf(entry->d_name, "event%d", &number);
    closedir(folder);
    if (number < 0) errno = ENODEV;
    return number;
}

int linux_clone_destroy(int uinput) {
    int result;
    do result = ioctl(uinput, UI_DEV_DESTROY);
    while (result < 0 && errno == EINTR);
    return result;
}

int linux_listen_to_nothing(int device) {
    // No type at all; the kernel takes whole longs only.
    uint64_t types = 0;
    struct input_mask mask = {.type = EV_SYN, .codes_size = sizeof types, .codes_ptr = (uintptr_t)&types};
    return ioctl(device, EVIOCSMASK, &mask);
}

int linux_send_descriptors(int socket, const void *bytes, size_t count, const int descriptors[2]) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(2 * sizeof(int))];
    } control = {0};
    struct iovec content = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {
        .msg_iov = &content, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(2 * sizeof *descriptors);
    memcpy(CMSG_DATA(header), descriptors, 2 * sizeof *descriptors);
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -1 : 0;
}

ssize_t linux_receive_descriptors(int socket, void *bytes, size_t count, int descriptors[2]) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(2 * sizeof(int))];
    } control;
    struct iovec content = {.iov_base = bytes, .iov_len = count};
    struct msghdr message = {
        .msg_iov = &content, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
    descriptors[0] = descriptors[1] = -1;
    ssize_t length = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (length < 0) return -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    // The kernel passes no more than there is room for.
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
        memcpy(descriptors, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
    return length;
}

int linux_hands_code(int uinput, uint16_t type, uint16_t code) {
    if (ioctl(uinput, UI_SET_EVBIT, type) < 0) return -1;
    switch (type) {
        case EV_KEY: return ioctl(uinput, UI_SET_KEYBIT, code) < 0 ? -1 : 0;
        case EV_REL: return ioctl(uinput, UI_SET_RELBIT, code) < 0 ? -1 : 0;
        default: return ioctl(uinput, UI_SET_ABSBIT, code) < 0 ? -1 : 0;
    }
}

int linux_hands_create(int uinput, const char *name, const char *phys, uint16_t product) {
    struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .product = product, .version = 1}};
    strncpy(setup.name, name, sizeof setup.name - 1);
    if (ioctl(uinput, UI_SET_PHYS, phys) < 0 || ioctl(uinput, UI_DEV_SETUP, &setup) < 0) return -1;
    return ioctl(uinput, UI_DEV_CREATE) < 0 ? -1 : 0;
}
