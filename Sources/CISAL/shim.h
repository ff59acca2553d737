#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>

// Swift imports the arrays in the state of ISA-L's inflater as tuples of 65,000 elements. An opaque
// type hides them.

typedef struct bootstrap_inflater bootstrap_inflater;

static inline bootstrap_inflater *bootstrap_inflater_new(void) {
  return (bootstrap_inflater *)malloc(sizeof(struct inflate_state));
}

static inline void bootstrap_inflater_free(bootstrap_inflater *inflater) { free(inflater); }

// Starts a raw deflate stream (RFC 1951).
static inline void bootstrap_inflater_start(bootstrap_inflater *inflater) {
  isal_inflate_init((struct inflate_state *)inflater);
}

// Starts a member of a gzip file (RFC 1952).
static inline void bootstrap_inflater_start_gzip(bootstrap_inflater *inflater) {
  isal_inflate_init((struct inflate_state *)inflater);
  ((struct inflate_state *)inflater)->crc_flag = ISAL_GZIP;
}

// Returns the number of input bytes that have not been read yet.
static inline uint32_t bootstrap_inflater_rest(const bootstrap_inflater *inflater) {
  return ((const struct inflate_state *)inflater)->avail_in;
}

// Sets the next piece of input. ISA-L does not copy it.
static inline void bootstrap_inflater_give(
    bootstrap_inflater *inflater, const void *bytes, uint32_t count) {
  struct inflate_state *state = (struct inflate_state *)inflater;
  state->next_in = (uint8_t *)bytes;
  state->avail_in = count;
}

// Fills `buffer` as far as the input allows, and stores the number of bytes in `count`. Returns
// ISA-L's code, which is negative for an error.
static inline int bootstrap_inflater_take(
    bootstrap_inflater *inflater, void *buffer, uint32_t capacity, uint32_t *count) {
  struct inflate_state *state = (struct inflate_state *)inflater;
  state->next_out = (uint8_t *)buffer;
  state->avail_out = capacity;
  int code = isal_inflate(state);
  *count = capacity - state->avail_out;
  return code;
}

// Whether the stream has ended and all its bytes have been taken.
static inline int bootstrap_inflater_is_finished(const bootstrap_inflater *inflater) {
  return ((const struct inflate_state *)inflater)->block_state == ISAL_BLOCK_FINISH;
}
