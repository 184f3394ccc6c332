// Formatting of libevdev's messages; the header gives the reason.
#include "CLibevdevLog.h"

#include <libevdev/libevdev.h>
#include <stdarg.h>
#include <stdio.h>

static void (*receiver)(const char *text);

static void format_message(enum libevdev_log_priority priority, void *data, const char *file, int line,
                           const char *function, const char *format, va_list arguments) {
    char text[512];
    (void)priority, (void)data, (void)file, (void)line, (void)function;
    if (vsnprintf(text, sizeof text, format, arguments) >= 0) receiver(text);
}

void libevdev_send_messages(void (*receive)(const char *text)) {
    receiver = receive;
    libevdev_set_log_function(format_message, 0);
}
