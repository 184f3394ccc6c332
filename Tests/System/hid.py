"""A virtual HID touchscreen by uhid, with its report descriptor and raw reports.

The kernel's hid-multitouch makes an input device of it, as of a panel on USB or I2C. The descriptor is that of a
Windows 8 touchscreen for ten fingers, with any number of contacts in a report.
"""

import glob
import os
import select
import struct
import threading
import time

from panel import Touchscreen

# linux/uhid.h
DESTROY, GET_REPORT, GET_REPORT_REPLY, CREATE2, INPUT2, SET_REPORT, SET_REPORT_REPLY = 1, 9, 10, 11, 12, 13, 14
EVENT_SIZE = 4380
CREATE = struct.Struct("<I128s64s64sHHIIII")  # and the descriptor
BUS_USB = 0x03

TOUCH, CONTACTS_MAXIMUM, CERTIFICATE = 0x01, 0x02, 0x44  # the reports' ids
TIP, CONFIDENCE = 0x01, 0x02
MAXIMUM = 10

FINGER = bytes.fromhex(
    "050d 0922 a102"                            # Finger, a logical collection
    "0942 1500 2501 7501 9501 8102 0947 8102"   # Tip Switch, Confidence: a bit each
    "9506 8103"                                 # padding
    "0951 257f 7508 9501 8102"                  # Contact Identifier
    "0501 26ff0f 7510 550e 6511"                # 0 to 4095, in hundredths of a centimetre:
    "0930 3500 46000a 8102 0931 464006 8102"    # X of 25.6 cm, Y of 16 cm
    "4500 6500 5500 c0")
HEAD = bytes.fromhex("050d 0904 a101 8501")     # Touch Screen, an application
TAIL = bytes.fromhex(
    "050d 550c 660110 47ffff0000 27ffff0000 7510 9501 0956 8102"    # Scan Time, in 0.1 ms
    "4500 6500 5500 0954 257f 7508 9501 8102"                       # Contact Count
    "8502 0955 250a b102"                                           # Contact Count Maximum, a feature
    "0600ff 09c5 8544 1500 26ff00 7508 960001 b102 c0")             # the certificate of Windows 8

PEN, PEN_TIP, PEN_INVERT, PEN_IN_RANGE = 0x07, 0x01, 0x04, 0x08
PEN_COLLECTION = bytes.fromhex(
    "050d 0902 a101 8507 0920 a100"                         # Pen, an application; Stylus, what is in the hand
    "0942 0944 093c 0932 1500 2501 7501 9504 8102 8103"     # Tip and Barrel Switch, Invert, In Range; padding
    "0501 26ff0f 7510 9501 550e 6511 0930 3500 46000a 8102 0931 464006 8102"
    "4500 6500 5500 c0 c0")


class HidPanel(Touchscreen):
    """A touchscreen that sends raw reports of `contacts` contacts each; more fingers take several reports."""

    area = 0, 0, 4095, 4095
    more = b""  # other collections

    def __init__(self, name, contacts):
        self.name, self.contacts = name, contacts
        self.down, self.scan, self.start = {}, 0, time.monotonic()
        self.file = os.open("/dev/uhid", os.O_RDWR)
        descriptor = HEAD + FINGER * contacts + TAIL + self.more
        # Seconds between two reports while fingers were down: the kernel lifts them after a tenth of one.
        self.last_report = self.longest_pause = 0
        os.write(self.file, CREATE.pack(
            CREATE2, name.encode(), b"", b"", len(descriptor), BUS_USB, 0x1234, 0x5678, 0, 0) + descriptor)
        self.answering = threading.Thread(target=self.answer, daemon=True)
        self.answering.start()
        try:
            self.find_nodes()
        except BaseException:
            self.unplug()
            raise

    def find_nodes(self):
        """Waits for the input devices of this panel."""
        self.node = self.wait_for_node()

    def answer(self):
        """Gives the driver the features that it asks for, until the panel is unplugged."""
        file = self.file  # Open until this thread has ended.
        while self.file is not None:
            if not select.select([file], [], [], 0.1)[0]:
                continue
            kind, request, report = struct.unpack_from("<IIB", os.read(file, EVENT_SIZE))
            if kind == GET_REPORT:
                data = bytes([report, MAXIMUM]) if report == CONTACTS_MAXIMUM else bytes([report]) + bytes(256)
                os.write(file, struct.pack("<IIHH", GET_REPORT_REPLY, request, 0, len(data)) + data)
            elif kind == SET_REPORT:
                os.write(file, struct.pack("<IIH", SET_REPORT_REPLY, request, 0))

    def wait_for_node(self, suffix=""):
        deadline = time.monotonic() + 100
        while not (node := self.find_node(suffix)):
            assert time.monotonic() < deadline, "the kernel has made no input device of it"
            time.sleep(0.01)
        return node

    def find_node(self, suffix):
        """The node, once it exists. (Entries of the same name without a node are its properties in sysfs.)"""
        for path in glob.glob("/sys/class/input/event*/device/name"):
            with open(path, encoding="utf-8") as file:
                if file.read().rstrip("\n") == self.name + suffix:
                    return "/dev/input/" + path.split("/")[4]
        return None

    @property
    def driver(self):
        """The kernel driver that made the node."""
        folder = "/sys/class/input/" + os.path.basename(self.node) + "/device/device/driver"
        return os.path.basename(os.readlink(folder))

    def fingers(self, positions, palms=()):
        """One frame after which exactly these are down: contact id to (x, y). `palms` are reported as palms."""
        lifted = {contact: place for contact, place in self.down.items() if contact not in positions}
        states = [(contact, TIP | (CONFIDENCE if contact not in palms else 0), place)
                  for contact, place in positions.items()]
        states += [(contact, CONFIDENCE if contact not in palms else 0, place) for contact, place in lifted.items()]
        now = time.monotonic()
        if self.down:
            self.longest_pause = max(self.longest_pause, now - self.last_report)
        self.down, self.last_report = dict(positions), now
        self.report(states)

    def report(self, states, garbage=b""):
        """A frame of contacts (id, switches, (x, y)), in as many reports as it takes; `garbage` fills the last."""
        scan = int((time.monotonic() - self.start) * 10_000) & 0xFFFF
        for first in range(0, len(states), self.contacts):
            data = b"".join(struct.pack("<BBHH", switches, contact, round(x), round(y))
                            for contact, switches, (x, y) in states[first:first + self.contacts])
            data += (garbage * self.contacts)[:6 * self.contacts - len(data)]
            data = data.ljust(6 * self.contacts, b"\0")
            # The first report has the count of all contacts, the others have none.
            count = len(states) if first == 0 else 0
            data = struct.pack("<B", TOUCH) + data + struct.pack("<HB", scan, count)
            os.write(self.file, struct.pack("<IH", INPUT2, len(data)) + data)

    def unplug(self):
        """The kernel lifts nothing."""
        if self.file is not None:
            file, self.file = self.file, None
            self.answering.join()
            os.write(file, struct.pack("<I", DESTROY))
            os.close(file)


class PenPanel(HidPanel):
    """A touchscreen that also senses a pen, of which the kernel makes a node of its own."""

    more = PEN_COLLECTION

    def __init__(self, name):
        super().__init__(name, 5)

    def find_nodes(self):
        super().find_nodes()
        self.pen_node = self.wait_for_node(" Stylus")

    def pen(self, *switches, x=2000, y=2000):
        """A report of the pen: near with PEN_IN_RANGE, away with nothing."""
        data = struct.pack("<BBHH", PEN, sum(switches), x, y)
        os.write(self.file, struct.pack("<IH", INPUT2, len(data)) + data)
