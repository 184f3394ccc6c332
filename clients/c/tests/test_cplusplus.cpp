// Test that a C++ program can use the header and link with the library.

#include "../gestured.h"

int main()
{
    gestured *connection = gestured_new("/nowhere");
    gestured_filter filter{};
    filter.states = GESTURED_BEGAN | GESTURED_ENDED;
    gestured_event event{};
    bool fails = gestured_connect(connection) == -1 && gestured_subscribe(connection, &filter, nullptr) == -1
        && gestured_next(connection, &event) == -1 && event.gesture.pan.delta.x == 0;
    gestured_close(connection);
    return fails ? 0 : 1;
}
