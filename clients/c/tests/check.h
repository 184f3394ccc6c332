/* Test output as TAP: one line for each sentence, and a count at the end. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sentences, failures;
static int broken; /* in this test */

#define CHECK(condition)                                                                \
    do {                                                                                \
        if (!(condition)) {                                                             \
            broken++;                                                                   \
            printf("# %s:%d: not so: %s\n", __FILE__, __LINE__, #condition);            \
        }                                                                               \
    } while (0)

/* For conditions without which the test cannot continue. */
#define NEED(condition)                                                                 \
    do {                                                                                \
        if (condition) break;                                                           \
        broken++;                                                                       \
        printf("# %s:%d: not so, and needed: %s\n", __FILE__, __LINE__, #condition);    \
        return;                                                                         \
    } while (0)

static inline void run(const char *sentence, void (*test)(void))
{
    broken = 0;
    test();
    sentences++;
    failures += broken > 0;
    printf("%s %d - %s\n", broken ? "not ok" : "ok", sentences, sentence);
    fflush(stdout);
}

static inline int finish(void)
{
    printf("1..%d\n# %d passed, %d failed\n", sentences, sentences - failures, failures);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
