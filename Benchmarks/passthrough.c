// A relay of touches without recognizers: it grabs a panel, and writes what it reads to a clone made through uinput.
//
//   passthrough NODE    runs until the panel is gone
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int has(const unsigned char *bits, int bit) { return bits[bit / 8] >> bit % 8 & 1; }

int main(int count, char **words) {
    if (count != 2) return 64;
    int panel = open(words[1], O_RDONLY), clone = open("/dev/uinput", O_WRONLY);
    unsigned char axes[ABS_CNT / 8 + 1] = {0};
    if (panel < 0 || clone < 0 || ioctl(panel, EVIOCGRAB, 1) < 0 || ioctl(panel, EVIOCGBIT(EV_ABS, sizeof axes), axes) < 0)
        return perror(words[1]), 1;
    ioctl(clone, UI_SET_EVBIT, EV_KEY);
    ioctl(clone, UI_SET_KEYBIT, BTN_TOUCH);
    ioctl(clone, UI_SET_EVBIT, EV_ABS);
    ioctl(clone, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
    for (int axis = 0; axis < ABS_CNT; axis++) {
        struct uinput_abs_setup setup = {.code = (unsigned short)axis};
        if (!has(axes, axis)) continue;
        ioctl(panel, EVIOCGABS(axis), &setup.absinfo);
        ioctl(clone, UI_SET_ABSBIT, axis);
        ioctl(clone, UI_ABS_SETUP, &setup);
    }
    struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL}};
    strcpy(setup.name, "passthrough");
    if (ioctl(clone, UI_DEV_SETUP, &setup) < 0 || ioctl(clone, UI_DEV_CREATE) < 0) return perror("uinput"), 1;
    struct input_event events[64];
    ssize_t size;
    while ((size = read(panel, events, sizeof events)) > 0)
        if (write(clone, events, (size_t)size) != size) return perror("write"), 1;
    return 0;
}
