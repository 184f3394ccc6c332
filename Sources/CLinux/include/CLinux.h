// Declarations that Swift's Glibc module lacks: epoll, timerfd, signalfd, eventfd, accept4, peer credentials, ioctls.
//
// Swift imports plain C from the system's headers. Functions are declared here only for macros, unions and what needs
// _GNU_SOURCE. Do not define _GNU_SOURCE here: with it some types differ from those of the Glibc module, and Swift then
// refuses to import both.
#pragma once
#include <linux/input.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>

/// The process at the other end of a Unix socket, as the kernel knows it (SO_PEERCRED).
struct linux_peer_credentials {
    int32_t pid;
    uint32_t uid;
    uint32_t gid;
};

/// accept4(2) with SOCK_NONBLOCK and SOCK_CLOEXEC, without an address. -1 and errno on failure.
int linux_accept(int listener);

/// pipe2(2) with O_CLOEXEC: the end to read, and the end to write. 0, or -1 and errno.
int linux_pipe(int ends[2]);

/// SO_PEERCRED of a connected Unix socket. 0, or -1 and errno. `struct ucred` needs _GNU_SOURCE, which Swift's
/// importer does not define.
int linux_peer_credentials(int socket, struct linux_peer_credentials *credentials);

/// epoll_ctl(2) with the descriptor itself as the event's data: `epoll_data` is a union.
int linux_epoll_control(int epoll, int operation, int descriptor, uint32_t events);

/// The descriptor that `linux_epoll_control` stored in an event.
int linux_epoll_descriptor(const struct epoll_event *event);

/// ppoll(2), which is hidden without _GNU_SOURCE, for microseconds; for ever if they are negative. Signals stay as they are.
int linux_poll(struct pollfd *waits, size_t count, int64_t microseconds);

/// A signalfd, non-blocking and close-on-exec, for the given signals, which are blocked in the calling thread
/// and in the threads that it starts afterwards. -1 and errno on failure.
int linux_signal_descriptor(const int *signals, int count);

/// close(2) while a timer interrupts the calling thread with SIGURG, again and again: a socket with SO_LINGER does not
/// linger then. Only what the kernel itself has to do takes time, such as freeing a large file without a name. Gives
/// SIGURG an empty handler unless it has one.
void linux_close_interrupted(int descriptor);

/// EVIOCGMTSLOTS: one value of each of the first `count` slots of a multitouch device, 256 at most, which are left as they
/// are on failure. 0, or -1 and errno. The request is a macro with the size in it, and ioctl(2) is variadic.
int linux_slot_values(int device, uint16_t code, int32_t *values, int count);

/// EVIOCGABS: the value of an absolute axis; that of ABS_MT_SLOT is the slot that the next events are about. 0, or -1 and
/// errno.
int linux_axis_value(int device, uint16_t code, int32_t *value);

/// EVIOCGKEY: whether a key or button is down, 1 or 0; -1 and errno. The kernel takes the key events that have not been
/// read out of the queue.
int linux_is_key_down(int device, uint16_t code);

/// EVIOCSMASK: from here on this reader gets events of the given keys and buttons only, and SYN_REPORT after them; the
/// device's other readers are not concerned. 0, or -1 and errno. The request holds a pointer in an integer.
int linux_listen_to_keys(int device, const uint16_t *codes, int count);

/// EVIOCGRAB: whether only this reader, and those that share its open file, get what a device sends. 0, or -1 and errno:
/// EBUSY where another reader has grabbed it.
int linux_grab(int device, bool grabs);

/// Describes a device to uinput: direct, with BTN_TOUCH. Names are cut to what the kernel takes. 0, or -1 and errno. The
/// requests are macros with sizes in them, and ioctl(2) is variadic; so of all that follow.
int linux_clone_begin(int uinput, const char *name, const char *phys, const struct input_id *id);

/// Adds an absolute axis. 0, or -1 and errno.
int linux_clone_axis(int uinput, uint16_t code, const struct input_absinfo *range);

/// Makes the device that was described, which is gone with the descriptor, and writes its name in
/// /sys/devices/virtual/input. The number of its node below /dev/input, or -1 and errno.
int linux_clone_create(int uinput, char *name, size_t size);

/// Removes the device that was made, whoever else has its file open. 0, or -1 and errno.
int linux_clone_destroy(int uinput);

/// EVIOCSMASK: from here on this reader gets no events, which saves the kernel to keep them. 0, or -1 and errno.
int linux_listen_to_nothing(int device);

/// Sends a datagram with two descriptors (SCM_RIGHTS), without waiting. 0, or -1 and errno. The macros are not imported.
int linux_send_descriptors(int socket, const void *bytes, size_t count, const int descriptors[2]);

/// Receives a datagram without waiting, and up to two descriptors with it, -1 in place of those that are missing. Its
/// length, or -1 and errno.
ssize_t linux_receive_descriptors(int socket, void *bytes, size_t count, int descriptors[2]);

/// Has the kernel refuse the calling thread, and threads that it starts afterwards, for ever: ioctl(2) that changes a
/// device for others, execve(2), netlink sockets but udev's, io_uring, seccomp(2), pidfd_getfd(2), and system calls of
/// another architecture, which fail with EPERM; sendmsg(2) and sendmmsg(2), which fail with ENOTSOCK; and to shut down,
/// listen on or duplicate one socket. Only under no_new_privs, as in the unit: elsewhere nothing changes. 0, or -1 and
/// errno.
///
/// - Parameter passed: The descriptor of the socket that somebody else has, too; -1 if there is none.
int linux_confine(int passed);

/// As linux_confine, for the process that makes clones: ioctl(2) only reads from devices, grabs them, and describes a
/// device with contacts and BTN_TOUCH to uinput, so that whatever this process writes is no key. 0, or -1 and errno.
int linux_confine_output(void);

/// Declares to uinput a key, a relative or an absolute axis of a device that is being described. 0, or -1 and errno.
int linux_hands_code(int uinput, uint16_t type, uint16_t code);

/// Makes the device that was described, a virtual one. Names are cut to what the kernel takes. 0, or -1 and errno.
int linux_hands_create(int uinput, const char *name, const char *phys, uint16_t product);

/// As linux_confine, for the process that points and types: ioctl(2) only describes devices to uinput, without the keys of
/// power, sleep and SysRq, and of relative axes none beyond the wheels; nothing is passed on. 0, or -1 and errno.
int linux_confine_hands(void);
