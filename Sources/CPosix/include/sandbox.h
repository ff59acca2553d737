#pragma once

// The start of a step of a build in a sandbox. Linux only.
//
// Several layers hold a step to its folders, because no single one exists everywhere:
//
// - Landlock (landlock(7)) needs no rights. It limits which files are opened, TCP connections,
//   abstract sockets, and signals to other processes.
// - A filter of system calls (seccomp(2)) needs no rights either. It refuses the sockets that
//   Landlock does not know, such as those that are files, and calls that a build never makes.
// - Namespaces (namespaces(7)) need a right that containers and some distributions refuse. They
//   make all other files read-only, including their modes and times, which the others leave alone,
//   and end everything that a step has started at once.

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// What no layer keeps a step from on this system, as bits.
enum {
  BOOTSTRAP_UNHELD_FILES = 1,       // reading and writing other files
  BOOTSTRAP_UNHELD_ATTRIBUTES = 2,  // changing the modes and times of other files
  BOOTSTRAP_UNHELD_NETWORK = 4,     // the network
  BOOTSTRAP_UNHELD_SOCKETS = 8,     // sockets of this machine
  BOOTSTRAP_UNHELD_PROCESSES = 16,  // signals to other processes
};

// A step of a build: a command line of the POSIX shell.
struct bootstrap_step {
  const char *command;
  // The working folder.
  const char *folder;
  // The environment, with NULL after the last variable.
  char *const *environment;
  // The folders and files that the step may read. Missing ones are skipped.
  const char *const *readable;
  size_t readable_count;
  // The folders that the step may also write.
  const char *const *writable;
  size_t writable_count;
  // The process that started this one. If it ends, so does the step.
  pid_t parent;
  // The descriptor that receives one byte, the bits of what is not held, before the step starts.
  int report;
};

// Runs a step in this process, which must have only one thread, and ends the process as the step
// ended: with its exit code, or by its signal. Before that, ends everything that the step has left
// running. SIGTERM ends the step early. If the step cannot be started, says why on standard error
// and ends with code 126.
_Noreturn void bootstrap_run_step(const struct bootstrap_step *step);
