// Seccomp filters for the own system calls of gestured, gestured-output and gestured-hands.
//
// systemd filters system calls by number, not by ioctl request. Through a device that is open for reading, ioctl(2)
// can change axis ranges (EVIOCSABS), key codes and force feedback for all processes, and can grab the device. So the
// filter allows only the requests that the daemon itself makes, and no execve(2).
//
// Other processes keep descriptors after the daemon has ended: systemd keeps the socket that it passes, and a process
// that receives a descriptor over a socket (SCM_RIGHTS) keeps that. So the daemon may neither send descriptors nor shut
// down the passed socket; it cannot duplicate that descriptor either.
#define _GNU_SOURCE  // F_SETSIG
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/input.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>
#include <linux/uinput.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
#else
#define NATIVE 0
#endif

#define ERROR(number) (SECCOMP_RET_ERRNO | (number))
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, ERROR(EPERM))
#define ALLOW_IF(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), ALLOW
#define REFUSE_IF(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), REFUSE
// Refuses a call that is about the passed socket.
#define REFUSE_FOR_SOCKET(call)                                                                                        \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4), LOAD(offsetof(struct seccomp_data, args[0])),                     \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, socket, 0, 1), REFUSE, ALLOW
#define RETURN_IF(value, result) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), BPF_STMT(BPF_RET | BPF_K, result)
// Loads the number of the call, and refuses what both processes refuse.
#define BEGIN                                                                                                          \
    LOAD(offsetof(struct seccomp_data, arch)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0), REFUSE,              \
        LOAD(offsetof(struct seccomp_data, nr)), /* The numbers of x32, which has the same architecture. */            \
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), REFUSE, REFUSE_IF(SYS_execve), REFUSE_IF(SYS_execveat), \
        /* Whoever may filter its own calls can have descriptors put in place of them; pidfd_getfd(2) copies any. */   \
        REFUSE_IF(SYS_seccomp), REFUSE_IF(SYS_pidfd_getfd), /* It does what other calls do, past every filter. */      \
        REFUSE_IF(SYS_io_uring_setup)
// Of a request, only with an argument up to the last.
#define ALLOW_UP_TO(request, last)                                                                                     \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, request, 0, 4), LOAD(offsetof(struct seccomp_data, args[2])),                  \
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last, 0, 1), REFUSE, ALLOW
// Of a request, only with one of two arguments. The kernel takes these as int, the lower half.
#define ALLOW_WITH(request, one, other)                                                                                \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, request, 0, 6), LOAD(offsetof(struct seccomp_data, args[2])), ALLOW_IF(one),   \
        ALLOW_IF(other), REFUSE

// Installs a filter; only under no_new_privs, as in the units.
static int install(struct sock_filter *filter, size_t count) {
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 0;
    if (NATIVE == 0) {
        errno = ENOSYS;
        return -1;
    }
    struct sock_fprog program = {.len = count, .filter = filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

int linux_confine(int passed) {
    // No descriptor has this number.
    const unsigned socket = passed < 0 ? 0x7fffffff : (unsigned)passed;
    struct sock_filter filter[] = {
        BEGIN,
        REFUSE_FOR_SOCKET(SYS_shutdown),
        REFUSE_FOR_SOCKET(SYS_listen),
        REFUSE_FOR_SOCKET(SYS_dup),
        REFUSE_FOR_SOCKET(SYS_dup3),
#ifdef SYS_dup2
        REFUSE_FOR_SOCKET(SYS_dup2),
#endif
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 16),
        LOAD(offsetof(struct seccomp_data, args[1])),
        // The kernel would send gestured-output signals of the daemon's choice: both have the file of a panel.
        REFUSE_IF(F_SETSIG),
        REFUSE_IF(F_SETOWN),
        REFUSE_IF(F_SETOWN_EX),
        LOAD(offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, socket, 1, 0),
        ALLOW,
        LOAD(offsetof(struct seccomp_data, args[1])),
        REFUSE_IF(F_DUPFD),
        REFUSE_IF(F_DUPFD_CLOEXEC),
        ALLOW,
        // libsystemd takes a descriptor with this error for a pipe, and uses writev(2) from then on.
        RETURN_IF(SYS_sendmsg, ERROR(ENOTSOCK)),
        RETURN_IF(SYS_sendmmsg, ERROR(ENOTSOCK)),
        // Of netlink sockets, those on which udev tells of devices.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 7),
        LOAD(offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 1, 0),
        ALLOW,
        LOAD(offsetof(struct seccomp_data, args[2])),
        ALLOW_IF(NETLINK_KOBJECT_UEVENT),
        REFUSE,
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 1, 0),
        ALLOW,
        // The lower half, as the kernel reads no more of a request.
        LOAD(offsetof(struct seccomp_data, args[1])),
        ALLOW_IF(TCGETS),
        ALLOW_IF(FIONREAD),
        // (None of uinput: the file of a clone that gestured-output has made can then do nothing but report contacts.)
        // To let go of a panel that is grabbed through a file of this process, and no more: 1 would grab.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, EVIOCGRAB, 0, 7),
        LOAD(offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0),
        REFUSE,
        LOAD(offsetof(struct seccomp_data, args[2]) + 4),
        ALLOW_IF(0),
        REFUSE,
        // Two that concern this open file only, which gestured-output has, too, where a panel is intercepted.
        ALLOW_IF(EVIOCSCLOCKID),
        ALLOW_IF(EVIOCSMASK),
        // Of an input device, whatever only reads.
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, _IOC(_IOC_READ | _IOC_WRITE, 0xff, 0, 0)),
        ALLOW_IF(_IOC(_IOC_READ, 'E', 0, 0)),
        REFUSE,
    };
    return install(filter, sizeof filter / sizeof *filter);
}

// What can be typed with a device of uinput is decided when it is described: it never sends a key that it has not
// declared. So the filter lets a clone declare absolute axes and BTN_TOUCH, and nothing else, whatever the process has
// become. Of panels it lets through what reads, and the grab.
int linux_confine_output(void) {
    struct sock_filter filter[] = {
        BEGIN,
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 1, 0),
        ALLOW,
        // The lower half, as the kernel reads no more of a request.
        LOAD(offsetof(struct seccomp_data, args[1])),
        ALLOW_IF(TCGETS),
        ALLOW_IF(EVIOCSCLOCKID),
        ALLOW_IF(EVIOCGRAB),
        ALLOW_IF(EVIOCSMASK),
        ALLOW_IF(UI_DEV_SETUP),
        ALLOW_IF(UI_ABS_SETUP),
        ALLOW_IF(UI_SET_ABSBIT),
        ALLOW_IF(UI_SET_PHYS),
        ALLOW_IF(UI_DEV_CREATE),
        ALLOW_IF(UI_DEV_DESTROY),
        ALLOW_WITH(UI_SET_EVBIT, EV_KEY, EV_ABS),
        ALLOW_WITH(UI_SET_KEYBIT, BTN_TOUCH, BTN_TOUCH),
        ALLOW_WITH(UI_SET_PROPBIT, INPUT_PROP_DIRECT, INPUT_PROP_DIRECT),
        // With any size: of an input device whatever only reads, of uinput the device's name.
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, _IOC(_IOC_READ | _IOC_WRITE, 0xff, 0xff, 0)),
        ALLOW_IF(UI_GET_SYSNAME(0)),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, _IOC(_IOC_READ | _IOC_WRITE, 0xff, 0, 0)),
        ALLOW_IF(_IOC(_IOC_READ, 'E', 0, 0)),
        REFUSE,
    };
    return install(filter, sizeof filter / sizeof *filter);
}

// The keys of a device are decided when it is described. So whatever the process has become, it makes no device with the
// keys of power, sleep and SysRq: what `HandsDevice` leaves out, the kernel refuses here, too.
int linux_confine_hands(void) {
    struct sock_filter filter[] = {
        BEGIN,
        // (See linux_confine: nothing is passed on.)
        RETURN_IF(SYS_sendmsg, ERROR(ENOTSOCK)),
        RETURN_IF(SYS_sendmmsg, ERROR(ENOTSOCK)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 1, 0),
        ALLOW,
        // The lower half, as the kernel reads no more of a request.
        LOAD(offsetof(struct seccomp_data, args[1])),
        ALLOW_IF(TCGETS),
        ALLOW_IF(FIONREAD),
        ALLOW_IF(UI_DEV_SETUP),
        ALLOW_IF(UI_ABS_SETUP),
        ALLOW_IF(UI_SET_PHYS),
        ALLOW_IF(UI_DEV_CREATE),
        ALLOW_UP_TO(UI_SET_EVBIT, EV_ABS),
        ALLOW_UP_TO(UI_SET_RELBIT, REL_HWHEEL_HI_RES),
        ALLOW_UP_TO(UI_SET_ABSBIT, ABS_Y),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, UI_SET_KEYBIT, 1, 0),
        REFUSE,
        LOAD(offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, BTN_MIDDLE, 0, 1),
        REFUSE,
        REFUSE_IF(KEY_SYSRQ),
        REFUSE_IF(KEY_POWER),
        REFUSE_IF(KEY_SLEEP),
        REFUSE_IF(KEY_WAKEUP),
        REFUSE_IF(KEY_SUSPEND),
        REFUSE_IF(KEY_BLUETOOTH),
        REFUSE_IF(KEY_WLAN),
        REFUSE_IF(KEY_UWB),
        REFUSE_IF(KEY_RFKILL),
        ALLOW,
    };
    return install(filter, sizeof filter / sizeof *filter);
}
