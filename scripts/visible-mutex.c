/* Replaces the functions of Swift's mutex that wait. The thread sanitizer cannot see into the
   toolchain's library that contains them, so it would report every access after a wait as a race.
   The replacements retry until they succeed, and the sanitizer sees their memory order. Functions
   that do not wait are compiled into each program. Linux only.

   `scripts/test-store-soak` compiles this file and loads it before the library. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

/* The owner's thread id, or 0 if the mutex is free. */
typedef _Atomic(uint32_t) mutex;

/* Declares a method of Swift's `_MutexHandle` type under its symbol name in the library. */
#define METHOD(name) __attribute__((swiftcall)) __asm__("$s15Synchronization12_MutexHandleV" name)
#define SELF __attribute__((swift_context)) mutex *self

void lock_slow(uint32_t owner, SELF) METHOD("9_lockSlowyys6UInt32VF");
bool try_lock_slow(SELF) METHOD("12_tryLockSlowSbyF");
void unlock_slow(SELF) METHOD("11_unlockSlowyyF");

static bool acquire(mutex *mutex, uint32_t owner) {
  uint32_t expected = 0;
  return __c11_atomic_compare_exchange_strong(
    mutex, &expected, owner, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

__attribute__((swiftcall)) void lock_slow(uint32_t owner, SELF) {
  while (!acquire(self, owner)) usleep(20);
}

__attribute__((swiftcall)) bool try_lock_slow(SELF) { return acquire(self, (uint32_t)gettid()); }

__attribute__((swiftcall)) void unlock_slow(SELF) {
  __c11_atomic_store(self, 0, __ATOMIC_RELEASE);
}
