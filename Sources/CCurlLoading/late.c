// On Linux, loads libcurl with the first call of one of its functions. It brings thirty more
// libraries, so a program that began by loading them would start 3.5 ms later, and most commands
// send no request. A static program contains libcurl, and macOS has most of these libraries loaded
// already, so there the linker resolves the functions.

#if defined(__linux__) && !defined(IS_STATIC_PROGRAM)

#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

// The interface that the header describes (LIBCURL_VERSION_NUM >= 0x071000).
#define LIBRARY "libcurl.so.4"

#define HIDDEN __attribute__((visibility("hidden")))

static void *library;

// Ends the process with the code of a failure of the system. Other threads may still be running, so
// exit(3) could wait for them or free what they use.
static void fail(void) {
  fprintf(stderr, "error: cannot load the library %s: %s\n", LIBRARY, dlerror());
  _exit(74);
}

static void load(void) {
  library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  if (!library) fail();
}

static void *function(const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  void *result = dlsym(library, name);
  if (!result) fail();
  return result;
}

// Defines a function that calls the library's function of the same name. Threads that call it first
// at the same time look for the same address. In C it has another name, because versions of the
// header differ in what is `const`, and some of the names are macros. It is hidden from the
// library, which would otherwise call it instead of its own function.
#define LATE(result, name, parameters, arguments) \
  HIDDEN result late_##name parameters __asm__(#name); \
  result late_##name parameters { \
    static _Atomic(void *) address; \
    if (!address) address = function(#name); \
    return ((result(*) parameters)address)arguments; \
  }

// Defines a function whose last argument is a number of type `long` or `curl_off_t`, or a pointer.
// On every platform of this package for Linux, all of these are passed in the same way.
#define LATE_VARIADIC(result, name, type, option) \
  HIDDEN result late_##name(type *handle, option number, ...) __asm__(#name); \
  result late_##name(type *handle, option number, ...) { \
    static _Atomic(void *) address; \
    if (!address) address = function(#name); \
    va_list arguments; \
    va_start(arguments, number); \
    void *value = va_arg(arguments, void *); \
    va_end(arguments); \
    return ((result(*)(type *, option, ...))address)(handle, number, value); \
  }

_Static_assert(sizeof(long) == sizeof(void *) && sizeof(curl_off_t) == sizeof(void *), "");

LATE(CURLcode, curl_global_init, (long flags), (flags))
LATE(curl_version_info_data *, curl_version_info, (CURLversion age), (age))
LATE(void, curl_free, (void *memory), (memory))

LATE(CURL *, curl_easy_init, (void), ())
LATE(void, curl_easy_cleanup, (CURL * handle), (handle))
LATE(const char *, curl_easy_strerror, (CURLcode code), (code))
LATE(
  CURLHcode, curl_easy_header,
  (CURL * handle, const char *name, size_t index, unsigned int origin, int request,
   struct curl_header **header),
  (handle, name, index, origin, request, header))
LATE_VARIADIC(CURLcode, curl_easy_setopt, CURL, CURLoption)
LATE_VARIADIC(CURLcode, curl_easy_getinfo, CURL, CURLINFO)

LATE(CURLM *, curl_multi_init, (void), ())
LATE(CURLMcode, curl_multi_cleanup, (CURLM * handle), (handle))
LATE(CURLMcode, curl_multi_add_handle, (CURLM * handle, CURL *easy), (handle, easy))
LATE(CURLMcode, curl_multi_remove_handle, (CURLM * handle, CURL *easy), (handle, easy))
LATE(CURLMcode, curl_multi_perform, (CURLM * handle, int *count), (handle, count))
LATE(CURLMsg *, curl_multi_info_read, (CURLM * handle, int *count), (handle, count))
LATE(CURLMcode, curl_multi_wakeup, (CURLM * handle), (handle))
LATE(
  CURLMcode, curl_multi_poll,
  (CURLM * handle, struct curl_waitfd files[], unsigned int count, int milliseconds, int *ready),
  (handle, files, count, milliseconds, ready))
LATE_VARIADIC(CURLMcode, curl_multi_setopt, CURLM, CURLMoption)

LATE(CURLSH *, curl_share_init, (void), ())
LATE(CURLSHcode, curl_share_cleanup, (CURLSH * handle), (handle))
LATE_VARIADIC(CURLSHcode, curl_share_setopt, CURLSH, CURLSHoption)

LATE(
  struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *line),
  (list, line))
LATE(void, curl_slist_free_all, (struct curl_slist * list), (list))

LATE(CURLU *, curl_url, (void), ())
LATE(void, curl_url_cleanup, (CURLU * handle), (handle))
LATE(
  CURLUcode, curl_url_get, (const CURLU *handle, CURLUPart part, char **text, unsigned int flags),
  (handle, part, text, flags))
LATE(
  CURLUcode, curl_url_set, (CURLU * handle, CURLUPart part, const char *text, unsigned int flags),
  (handle, part, text, flags))
LATE(const char *, curl_url_strerror, (CURLUcode code), (code))

#endif
