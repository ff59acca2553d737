#include <curl/curl.h>

// Swift cannot call libcurl's variadic option functions. These wrappers cover one value type each.

static inline CURLcode bootstrap_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode bootstrap_curl_set_pointer(
    CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode bootstrap_curl_set_write_function(
    CURL *handle, curl_write_callback function) {
  return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, function);
}

static inline CURLcode bootstrap_curl_set_offset(
    CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode bootstrap_curl_set_read_function(CURL *handle, curl_read_callback function) {
  return curl_easy_setopt(handle, CURLOPT_READFUNCTION, function);
}

static inline CURLcode bootstrap_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode bootstrap_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode bootstrap_curl_get_string(CURL *handle, CURLINFO info, const char **value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode bootstrap_curl_multi_set_long(
    CURLM *handle, CURLMoption option, long value) {
  return curl_multi_setopt(handle, option, value);
}

static inline CURLSHcode bootstrap_curl_share_set_long(
    CURLSH *handle, CURLSHoption option, long value) {
  return curl_share_setopt(handle, option, value);
}
