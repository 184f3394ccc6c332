// A relay of one finger's way to a wheel, in one process: what reads a panel and turns a wheel of uinput by what moved.
//
//   wheel NODE    runs until the panel is gone
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(int count, char **words) {
    if (count != 2) return 64;
    int panel = open(words[1], O_RDONLY), wheel = open("/dev/uinput", O_WRONLY);
    if (panel < 0 || wheel < 0) return perror(words[1]), 1;
    const int axes[] = {REL_X, REL_Y, REL_WHEEL, REL_WHEEL_HI_RES};
    ioctl(wheel, UI_SET_EVBIT, EV_KEY);
    ioctl(wheel, UI_SET_KEYBIT, BTN_LEFT);
    ioctl(wheel, UI_SET_EVBIT, EV_REL);
    for (int i = 0; i < 4; i++) ioctl(wheel, UI_SET_RELBIT, axes[i]);
    struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL}};
    strcpy(setup.name, "wheel");
    if (ioctl(wheel, UI_DEV_SETUP, &setup) < 0 || ioctl(wheel, UI_DEV_CREATE) < 0) return perror("uinput"), 1;
    struct input_event events[64];
    int place = -1, moved = 0;
    ssize_t size;
    while ((size = read(panel, events, sizeof events)) > 0)
        for (struct input_event *event = events; (char *)event < (char *)events + size; event++) {
            if (event->type == EV_ABS && event->code == ABS_MT_POSITION_Y) {
                if (place >= 0) moved += event->value - place;
                place = event->value;
            } else if (event->type == EV_SYN && moved) {
                struct input_event turn[2] = {{.type = EV_REL, .code = REL_WHEEL_HI_RES, .value = moved}, {.type = EV_SYN}};
                if (write(wheel, turn, sizeof turn) != sizeof turn) return perror("write"), 1;
                moved = 0;
            }
        }
    return 0;
}
