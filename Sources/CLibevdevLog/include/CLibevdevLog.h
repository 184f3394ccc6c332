// Declaration of a receiver for libevdev's messages as text.
#pragma once

/// Has libevdev give each of its messages to a function, as text that is cut to 511 bytes. In C, as Swift's compiler
/// crashes on arm64 where a closure receives a va_list, which is a structure there.
void libevdev_send_messages(void (*receive)(const char *text));
