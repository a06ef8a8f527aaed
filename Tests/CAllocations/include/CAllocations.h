/// Counts what each thread of the test program allocates, by standing in for malloc and its kin.
#ifndef SEGUE_CALLOCATIONS_H
#define SEGUE_CALLOCATIONS_H

/// How often the calling thread has allocated or freed memory; -1 in a build with a sanitizer, which
/// stands there itself.
long segue_thread_allocations(void);

#endif
