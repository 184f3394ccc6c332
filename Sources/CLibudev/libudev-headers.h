// The header of libudev, nothing else.
#include <libudev.h>
