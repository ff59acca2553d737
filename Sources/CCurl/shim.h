#include <curl/curl.h>

// libcurl's option calls are variadic, which Swift cannot call: one inline function for each type of value.

static inline CURLcode bootstrap_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode bootstrap_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}
