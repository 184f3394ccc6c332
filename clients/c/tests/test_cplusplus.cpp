// Test that a C++ program can use the header and link with the library.

#include "../gestured.h"

int main()
{
    gestured *connection = gestured_new("/nowhere");
    gestured_filter filter{};
    filter.states = GESTURED_BEGAN | GESTURED_ENDED;
    gestured_event event{};
    uint64_t last = 0;
    gestured_methods methods{};
    methods.touches_began = [](gestured *owner, const gestured_attempt *attempt, void *) {
        gestured_recognize(owner, attempt->number, GESTURED_FAILED, nullptr, "too early");
    };
    methods.reset = [](gestured *, const gestured_reset *reset, void *data) {
        *static_cast<uint64_t *>(data) = reset->attempt;
    };
    bool fails = gestured_connect(connection) == -1 && gestured_subscribe(connection, &filter, nullptr) == -1
        && gestured_next(connection, &event) == -1 && event.gesture.pan.delta.x == 0
        && gestured_set_methods(connection, "mark", &methods, &last) == 0;
    gestured_close(connection);
    return fails ? 0 : 1;
}
