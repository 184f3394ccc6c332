// The headers of libevdev and of the kernel's event codes, nothing else.
#include <libevdev/libevdev.h>
#include <linux/input.h>
