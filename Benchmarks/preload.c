// LD_PRELOAD library that presents a FIFO as a touchscreen and counts a process's allocations.
//
// $BENCHMARK_DEVICE names the FIFO, or several between colons: the library answers evdev ioctls on them as a panel with
// ten slots does, and changes nothing else. libevdev reads real `struct input_event` records from it with read(2). $BENCHMARK_COUNTERS names the
// file of counters.h. All allocations are counted, as those of Swift, C++ and C all call one of these functions.
#define _GNU_SOURCE
#include "counters.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Allocations

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

// Counters that are used until the file is mapped.
static struct counters early;
static struct counters *counters = &early;

__attribute__((constructor)) static void map_counters(void) {
    const char *path = getenv("BENCHMARK_COUNTERS");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *shared = mmap(0, sizeof(struct counters), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (shared != MAP_FAILED) counters = shared;
}

static void print_stack(void) {
    static __thread int is_printing; // backtrace(3) allocates, too.
    if (is_printing) return;
    is_printing = 1;
    void *stack[40];
    int depth = backtrace(stack, 40);
    if (write(STDERR_FILENO, "allocation\n", 11) < 0) return;
    backtrace_symbols_fd(stack + 2, depth > 2 ? depth - 2 : 0, STDERR_FILENO);
    is_printing = 0;
}

static void count(size_t bytes) {
    counters->allocations++;
    counters->bytes += bytes;
    if (counters->trace) print_stack();
}

void *malloc(size_t size) {
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count(size);
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    count(size);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    void *memory = memalign(alignment, size);
    if (!memory) return ENOMEM;
    *result = memory;
    return 0;
}

// The panel: 344 x 194 mm, 4096 x 4096 steps.

enum { slots = 10, width = 4095, height = 4095, steps_per_mm_x = 12, steps_per_mm_y = 21 };

static int is_device(int descriptor) {
    const char *paths = getenv("BENCHMARK_DEVICE");
    struct stat device, opened;
    if (!paths || fstat(descriptor, &opened) != 0) return 0;
    char copy[4096], *rest = copy, *path;
    strncpy(copy, paths, sizeof copy - 1);
    copy[sizeof copy - 1] = 0;
    while ((path = strsep(&rest, ":")))
        if (stat(path, &device) == 0 && device.st_ino == opened.st_ino && device.st_dev == opened.st_dev) return 1;
    return 0;
}

static int bits(void *buffer, size_t size, const int *set, int count) {
    unsigned char *bytes = buffer;
    memset(bytes, 0, size);
    for (int i = 0; i < count; i++) {
        if ((size_t)set[i] / 8 < size) bytes[set[i] / 8] |= 1 << set[i] % 8;
    }
    return (int)size;
}

#define BITS(...) bits(argument, size, (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

static int event_codes(int type, void *argument, size_t size) {
    switch (type) {
    case 0: return BITS(EV_SYN, EV_KEY, EV_ABS);
    case EV_KEY: return BITS(BTN_TOUCH);
    case EV_ABS:
        return BITS(
            ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID);
    default: return bits(argument, size, 0, 0);
    }
}

static struct input_absinfo axis(int code) {
    struct input_absinfo info = {0};
    switch (code) {
    case ABS_X: case ABS_MT_POSITION_X: info.maximum = width; info.resolution = steps_per_mm_x; break;
    case ABS_Y: case ABS_MT_POSITION_Y: info.maximum = height; info.resolution = steps_per_mm_y; break;
    case ABS_MT_SLOT: info.maximum = slots - 1; break;
    case ABS_MT_TRACKING_ID: info.maximum = 65535; break;
    }
    return info;
}

static int answer(unsigned long request, void *argument) {
    unsigned number = _IOC_NR(request);
    size_t size = _IOC_SIZE(request);
    if (number >= _IOC_NR(EVIOCGBIT(0, 0)) && number <= _IOC_NR(EVIOCGBIT(EV_MAX, 0))) {
        return event_codes((int)(number - _IOC_NR(EVIOCGBIT(0, 0))), argument, size);
    }
    if (number >= _IOC_NR(EVIOCGABS(0)) && number <= _IOC_NR(EVIOCGABS(ABS_MAX))) {
        *(struct input_absinfo *)argument = axis((int)(number - _IOC_NR(EVIOCGABS(0))));
        return 0;
    }
    switch (number) {
    case _IOC_NR(EVIOCGVERSION): *(int *)argument = EV_VERSION; return 0;
    case _IOC_NR(EVIOCGID): *(struct input_id *)argument = (struct input_id){BUS_USB, 1, 2, 3}; return 0;
    case _IOC_NR(EVIOCGNAME(0)): strncpy(argument, "Benchmark Panel", size); return 16;
    case _IOC_NR(EVIOCGPROP(0)): return BITS(INPUT_PROP_DIRECT);
    case _IOC_NR(EVIOCGKEY(0)): case _IOC_NR(EVIOCGLED(0)): case _IOC_NR(EVIOCGSW(0)):
        return bits(argument, size, 0, 0);
    case _IOC_NR(EVIOCGMTSLOTS(0)): {
        int *values = argument;
        for (size_t i = 1; i < size / sizeof(int); i++) values[i] = values[0] == ABS_MT_TRACKING_ID ? -1 : 0;
        return 0;
    }
    case _IOC_NR(EVIOCSCLOCKID): case _IOC_NR(EVIOCGRAB): return 0;
    default: errno = ENOENT; return -1;
    }
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (_IOC_TYPE(request) == 'E' && is_device(descriptor)) return answer(request, argument);
    return (int)syscall(SYS_ioctl, descriptor, request, argument);
}
