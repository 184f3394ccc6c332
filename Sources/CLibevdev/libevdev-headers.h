// Includes of libevdev's header and of the kernel's event codes.
#include <libevdev/libevdev.h>
#include <linux/input.h>
