#pragma once

// Starts a step of a build in a sandbox. Linux only.
//
// The sandbox has several layers, because none of them is available everywhere:
//
// - Landlock (landlock(7)) needs no privileges. It limits which files a step opens, TCP
//   connections, abstract sockets, and signals to other processes.
// - A filter of system calls (seccomp(2)) needs no privileges either. It refuses sockets that
//   Landlock does not cover, such as those with a path, and calls that no build makes.
// - Namespaces (namespaces(7)) make all other files read-only, including their modes and times,
//   which the other layers do not protect, and end everything that a step has started. Containers
//   and some distributions forbid them.

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// Bits for what no layer prevents on this system.
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
  // The descriptor that receives one byte before the step starts: the bits of what no layer
  // prevents.
  int report;
};

// Runs a step, ends everything that it has left running, and ends this process as the step ended:
// with its exit code, or with its signal. This process must have only one thread. SIGTERM ends the
// step early. If the step cannot be started, prints why on standard error and exits with code 126.
_Noreturn void bootstrap_run_step(const struct bootstrap_step *step);
