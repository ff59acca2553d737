// libdispatch watches its threads through /proc, and crashes if it cannot (workqueue.c). Without
// /proc, as in an empty root of chroot(1), a static program does not register these threads
// (Package.swift). libdispatch then starts no further threads while some are blocked, which
// bootstrap does not need: it blocks only threads of its own.
#ifdef IS_STATIC_PROGRAM
#include <stdbool.h>
#include <unistd.h>

void __real__dispatch_workq_worker_register(void *queue);
void __real__dispatch_workq_worker_unregister(void *queue);

// The same for all threads, because only a registered thread may be unregistered.
static bool has_proc(void) {
  static _Atomic int known;
  if (known == 0) known = access("/proc/self/stat", R_OK) == 0 ? 1 : -1;
  return known == 1;
}

void __wrap__dispatch_workq_worker_register(void *queue) {
  if (has_proc()) __real__dispatch_workq_worker_register(queue);
}

void __wrap__dispatch_workq_worker_unregister(void *queue) {
  if (has_proc()) __real__dispatch_workq_worker_unregister(queue);
}
#endif
