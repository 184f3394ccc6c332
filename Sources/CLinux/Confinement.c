// Filter of the daemon's own system calls.
//
// systemd's filters know numbers of system calls, not what is asked of a device. A device that is open for reading can
// be changed for everybody by ioctl(2): axis ranges (EVIOCSABS), key codes, force feedback, and who receives its events
// (a grab). So the daemon keeps only the requests that it makes itself, and starts no program.
#include "CLinux.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/input.h>
#include <linux/seccomp.h>
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

int linux_refuse_device_changes(void) {
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
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 1, 0),
        ALLOW,
        // The lower half, as the kernel reads no more of a request.
        LOAD(offsetof(struct seccomp_data, args[1])),
        ALLOW_IF(TCGETS),
        ALLOW_IF(FIONREAD),
        // Two that concern nobody but this reader.
        ALLOW_IF(EVIOCSCLOCKID),
        ALLOW_IF(EVIOCSMASK),
        // Of an input device, whatever only reads.
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
