// glibc resolves names, and loads shared libraries, with files of exactly its own version from the
// machine that it runs on. A static program must do neither (getaddrinfo(3) warns of it), and
// bootstrap does not: libcurl resolves names with c-ares. Other code in libcrypto and c-ares refers
// to these functions, though. A static program has the ones below in their place, which fail, so no
// path can lead to those of glibc. `scripts/release` checks that the program has no others.
#ifdef IS_STATIC_PROGRAM
#include <errno.h>
#include <netdb.h>
#include <stddef.h>

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints,
                struct addrinfo **result) {
  (void)host;
  (void)service;
  (void)hints;
  (void)result;
  return EAI_FAIL;
}

void freeaddrinfo(struct addrinfo *list) { (void)list; }

int getnameinfo(const struct sockaddr *address, socklen_t length, char *host,
                socklen_t hostCapacity, char *service, socklen_t serviceCapacity, int flags) {
  (void)address;
  (void)length;
  (void)host;
  (void)hostCapacity;
  (void)service;
  (void)serviceCapacity;
  (void)flags;
  return EAI_FAIL;
}

struct hostent *gethostbyname(const char *name) {
  (void)name;
  return NULL;
}

struct servent *getservbyname(const char *name, const char *protocol) {
  (void)name;
  (void)protocol;
  return NULL;
}

int getservbyport_r(int port, const char *protocol, struct servent *entry, char *buffer,
                    size_t capacity, struct servent **result) {
  (void)port;
  (void)protocol;
  (void)entry;
  (void)buffer;
  (void)capacity;
  *result = NULL;
  return ENOENT;
}

void *dlopen(const char *path, int mode) {
  (void)path;
  (void)mode;
  return NULL;
}

void *dlsym(void *library, const char *name) {
  (void)library;
  (void)name;
  return NULL;
}

int dlclose(void *library) {
  (void)library;
  return 0;
}

char *dlerror(void) { return "a static program loads no library"; }
#endif
