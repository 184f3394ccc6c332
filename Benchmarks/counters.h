// The layout of the file that the benchmark and its preload library share.
#pragma once
#include <stdint.h>

/// Both sides map it from the file that $BENCHMARK_COUNTERS names; Sources/benchmark/AllocationCounter.swift reads it
/// at these offsets.
struct counters {
    /// Calls that allocated, since the process began.
    _Atomic uint64_t allocations;
    /// Bytes asked for in them.
    _Atomic uint64_t bytes;
    /// Set by the benchmark: unless it is 0, each allocation's call stack is printed on standard error.
    _Atomic uint64_t trace;
};
