// The start of the shim on Linux, and the few C library functions that its compiled code calls.
//
// A C library prepares for any kind of program before it calls `main`. glibc queries the features
// of the processor, which is slow in a virtual machine (0.2 ms), and musl sets up thread-local
// storage. The shim needs neither, and it adds to the startup time of every tool. On macOS,
// programs are linked to libSystem, and this file is empty.
#include "shim.h"
#include "start.h"

#ifdef __linux__

#include <elf.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(__x86_64__) && !defined(__aarch64__)
#error "no start for this processor"
#endif

int bootstrap_shim_main(int count, char **arguments, char **environment);

// The auxiliary vector, as pairs of a type and a value. On the stack that the kernel sets up, it
// follows the count of the arguments, the arguments, NULL, the environment, and NULL.
static const uintptr_t *facts;

// The heap is a part of the stack, which is mapped anyway, and `free` reclaims only the last
// allocation. The shim allocates a few kilobytes, and becomes another program a tenth of a
// millisecond later. Larger allocations, as for a large file, come from the kernel.
enum { memory_size = 64 * 1024 };
static unsigned char *pages;

// Receives the initial stack pointer from `_start` and runs the shim.
__attribute__((used, noreturn)) static void begin(uintptr_t *stack) {
  int count = (int)stack[0];
  char **arguments = (char **)(stack + 1);
  char **environment = arguments + count + 1;
  char **end = environment;
  while (*end != NULL) end++;
  facts = (const uintptr_t *)(end + 1);
  _Alignas(64) unsigned char memory[memory_size];
  pages = memory;
  bootstrap_shim_main(count, arguments, environment);
  __builtin_trap();
}

// The outermost frame has a zero frame pointer, and calls require an aligned stack.
#ifdef __x86_64__
__asm__(".text\n.globl _start\n.type _start,%function\n_start:\n"
        "  xor %ebp, %ebp\n  mov %rsp, %rdi\n  and $-16, %rsp\n  call begin\n");
#else
__asm__(".text\n.globl _start\n.type _start,%function\n_start:\n"
        "  mov x29, #0\n  mov x30, #0\n  mov x0, sp\n  and sp, x0, #-16\n  b begin\n");
#endif

unsigned long getauxval(unsigned long type) {
  for (const uintptr_t *fact = facts; fact[0] != AT_NULL; fact += 2)
    if (fact[0] == type) return fact[1];
  return 0;
}

// Eight bytes at any address, which may alias any type.
typedef uint64_t __attribute__((aligned(1), may_alias)) word;

// The number of bytes of the heap in use, and the start of the last allocation in it.
static size_t used;
static size_t last;

int posix_memalign(void **result, size_t alignment, size_t size) {
  size_t start = (used + alignment - 1) & ~(alignment - 1);
  if (start > memory_size || size > memory_size - start) {
    *result = shim_memory(size);
    return *result == NULL ? ENOMEM : 0;
  }
  *result = pages + start;
  last = start;
  used = start + size;
  return 0;
}

void free(void *memory) {
  if (memory == pages + last) used = last;
}

// Most copies are short parts of paths, so up to 16 bytes are copied as two words that may
// overlap. `no_builtin` keeps the compiler from replacing the loops with a call of memcpy.
__attribute__((no_builtin)) static inline void *move(void *to, const void *from, size_t count) {
  unsigned char *target = to;
  const unsigned char *source = from;
  if (count >= sizeof(word) && count <= 2 * sizeof(word)) {
    word first = *(const word *)source, last = *(const word *)(source + count - sizeof(word));
    *(word *)target = first;
    *(word *)(target + count - sizeof(word)) = last;
  } else if (target <= source) {
    for (; count >= sizeof(word);
         count -= sizeof(word), target += sizeof(word), source += sizeof(word))
      *(word *)target = *(const word *)source;
    while (count-- > 0) *target++ = *source++;
  } else {
    while (count-- > 0) target[count] = source[count];
  }
  return to;
}

// Neither function calls the other. The compiler may replace a call of one with the other if the
// memory does not overlap, so the calls would never end.
__attribute__((no_builtin)) void *memmove(void *to, const void *from, size_t count) {
  return move(to, from, count);
}

__attribute__((no_builtin)) void *memcpy(void *restrict to, const void *restrict from,
                                         size_t count) {
  return move(to, from, count);
}

__attribute__((no_builtin)) void *memset(void *to, int byte, size_t count) {
  unsigned char *target = to;
  word filled = (unsigned char)byte * (word)0x0101010101010101;
  for (; count >= sizeof(word); count -= sizeof(word), target += sizeof(word))
    *(word *)target = filled;
  while (count-- > 0) *target++ = (unsigned char)byte;
  return to;
}

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (; count > 0; count--, a++, b++)
    if (*a != *b) return *a - *b;
  return 0;
}

int bcmp(const void *left, const void *right, size_t count) { return memcmp(left, right, count); }

#endif
