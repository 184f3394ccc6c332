// Include of libudev's header.
#include <libudev.h>
