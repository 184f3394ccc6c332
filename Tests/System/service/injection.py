"""System calls injected into a running process by ptrace (x86_64), as by an attacker in control of it."""

import ctypes
import errno
import os
import signal

ATTACH, DETACH, GETREGS, SETREGS, SINGLESTEP = 16, 17, 12, 13, 9
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


class Registers(ctypes.Structure):
    """`struct user_regs_struct`."""

    _fields_ = [(name, ctypes.c_ulonglong) for name in (
        "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp ss fs_base gs_base "
        "ds es fs gs"
    ).split()]


def trace(request, process, data=None):
    if libc.ptrace(request, process, None, data) < 0:
        raise OSError(ctypes.get_errno(), f"ptrace {request}")


class TakenOver:
    """A process whose main thread does system calls for us; given back as it was at the end."""

    def __init__(self, process):
        self.process, self.before = process, Registers()

    def __enter__(self):
        trace(ATTACH, self.process)
        os.waitpid(self.process, 0x40000000)  # __WALL
        trace(GETREGS, self.process, ctypes.byref(self.before))
        self.memory = open(f"/proc/{self.process}/mem", "r+b", buffering=0)
        with open(f"/proc/{self.process}/maps", encoding="ascii") as maps:
            start, end = next(line.split()[0] for line in maps if "[vdso]" in line).split("-")
        self.memory.seek(int(start, 16))
        code = self.memory.read(int(end, 16) - int(start, 16))
        self.instruction = int(start, 16) + code.index(b"\x0f\x05")  # syscall
        # Below the stack and the red zone of the calling convention.
        self.scratch = (self.before.rsp - 4096) & ~0xFFF
        return self

    def call(self, number, *arguments):
        """The result of a system call; bytes are passed by their address. OSError when it fails."""
        registers = Registers.from_buffer_copy(self.before)
        place = self.scratch
        values = []
        for argument in arguments:
            if isinstance(argument, bytes):
                self.memory.seek(place)
                self.memory.write(argument)
                values.append(place)
                place += (len(argument) + 15) & ~15
            else:
                values.append(argument & 0xFFFFFFFFFFFFFFFF)
        for name, value in zip(("rdi", "rsi", "rdx", "r10", "r8", "r9"), values):
            setattr(registers, name, value)
        registers.rax, registers.orig_rax, registers.rip = number, 0xFFFFFFFFFFFFFFFF, self.instruction
        trace(SETREGS, self.process, ctypes.byref(registers))
        trace(SINGLESTEP, self.process)
        _, status = os.waitpid(self.process, 0x40000000)
        assert os.WIFSTOPPED(status) and os.WSTOPSIG(status) == signal.SIGTRAP, hex(status)
        trace(GETREGS, self.process, ctypes.byref(registers))
        result = ctypes.c_longlong(registers.rax).value
        if result < 0:
            raise OSError(-result, f"system call {number}: {errno.errorcode.get(-result)}")
        return result

    def __exit__(self, *_):
        trace(SETREGS, self.process, ctypes.byref(self.before))
        self.memory.close()
        trace(DETACH, self.process)
