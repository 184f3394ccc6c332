// C functions for making devices through uinput, and passing the descriptors of panels.
#define _GNU_SOURCE
#include "CLinux.h"

#include <linux/uinput.h>
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
    if (ioctl(uinput, UI_DEV_CREATE) < 0) return -1;
    return ioctl(uinput, UI_GET_SYSNAME(size), name) < 0 ? -1 : 0;
}

int linux_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec content = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {
        .msg_iov = &content, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -1 : 0;
}

ssize_t linux_receive_descriptor(int socket, void *bytes, size_t count, int *descriptor) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec content = {.iov_base = bytes, .iov_len = count};
    struct msghdr message = {
        .msg_iov = &content, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
    *descriptor = -1;
    ssize_t length = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (length < 0) return -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
        memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
    return length;
}

int linux_unread_by_peer(int socket) {
    int count = 0;
    return ioctl(socket, TIOCOUTQ, &count) < 0 ? -1 : count;
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
