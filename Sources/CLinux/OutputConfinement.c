// Seccomp filter for the system calls of the process that grabs panels and makes their clones.
//
// What can be typed with a device of uinput is decided when it is described: it never sends a key that it has not
// declared. So the filter lets a clone declare absolute axes and BTN_TOUCH, and nothing else, whatever the process has
// become. Of panels it lets through what reads, and the grab.
#include "CLinux.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/input.h>
#include <linux/seccomp.h>
#include <linux/uinput.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
#endif

#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define ALLOW_IF(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), ALLOW
#define REFUSE_IF(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), REFUSE
// Of a request, only with one of two arguments. The kernel takes these as int, the lower half.
#define ALLOW_WITH(request, one, other)                                                                                \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, request, 0, 6), LOAD(offsetof(struct seccomp_data, args[2])), ALLOW_IF(one),   \
        ALLOW_IF(other), REFUSE

int linux_confine_output(void) {
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 0;
#ifdef NATIVE
    struct sock_filter filter[] = {
        LOAD(offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0),
        REFUSE,
        LOAD(offsetof(struct seccomp_data, nr)),
        // The numbers of x32, which has the same architecture.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        REFUSE,
        REFUSE_IF(SYS_execve),
        REFUSE_IF(SYS_execveat),
        // Whoever may filter its own calls can have descriptors put in place of them; pidfd_getfd(2) copies any.
        REFUSE_IF(SYS_seccomp),
        REFUSE_IF(SYS_pidfd_getfd),
        // It does what other calls do, past every filter.
        REFUSE_IF(SYS_io_uring_setup),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 1, 0),
        ALLOW,
        // The lower half, as the kernel reads no more of a request.
        LOAD(offsetof(struct seccomp_data, args[1])),
        ALLOW_IF(TCGETS),
        ALLOW_IF(EVIOCSCLOCKID),
        ALLOW_IF(EVIOCGRAB),
        ALLOW_IF(UI_DEV_SETUP),
        ALLOW_IF(UI_ABS_SETUP),
        ALLOW_IF(UI_SET_ABSBIT),
        ALLOW_IF(UI_SET_PHYS),
        ALLOW_IF(UI_DEV_CREATE),
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
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#else
    errno = ENOSYS;
    return -1;
#endif
}
