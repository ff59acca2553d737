// Finds lines and words in pin files and locks, sixteen bytes at a time, because a lock of 200
// tools takes a quarter of a megabyte.
#include "shim.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

static inline size_t line_end(const char *bytes, size_t index, size_t count) {
#if defined(__SSE2__)
  const __m128i feed = _mm_set1_epi8('\n');
  for (; index + 64 <= count; index += 64) {
    const __m128i *block = (const __m128i *)(bytes + index);
    __m128i a = _mm_cmpeq_epi8(_mm_loadu_si128(block), feed);
    __m128i b = _mm_cmpeq_epi8(_mm_loadu_si128(block + 1), feed);
    __m128i c = _mm_cmpeq_epi8(_mm_loadu_si128(block + 2), feed);
    __m128i d = _mm_cmpeq_epi8(_mm_loadu_si128(block + 3), feed);
    if (_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d))) == 0) continue;
    uint64_t low = (uint64_t)_mm_movemask_epi8(a) | (uint64_t)_mm_movemask_epi8(b) << 16;
    uint64_t high = (uint64_t)_mm_movemask_epi8(c) | (uint64_t)_mm_movemask_epi8(d) << 16;
    return index + (size_t)__builtin_ctzll(low | high << 32);
  }
#elif defined(__ARM_NEON)
  const uint8x16_t feed = vdupq_n_u8('\n');
  const uint8_t *start = (const uint8_t *)bytes;
  for (; index + 16 <= count; index += 16) {
    // Four bits for each byte, since NEON cannot extract one bit for each.
    uint8x8_t hits = vshrn_n_u16(vreinterpretq_u16_u8(vceqq_u8(vld1q_u8(start + index), feed)), 4);
    uint64_t bits = vget_lane_u64(vreinterpret_u64_u8(hits), 0);
    if (bits != 0) return index + (size_t)__builtin_ctzll(bits) / 4;
  }
#endif
  while (index < count && bytes[index] != '\n') index++;
  return index;
}

size_t shim_line_end(const void *text, size_t index, size_t count) {
  return line_end(text, index, count);
}

size_t shim_next_heading(const void *text, size_t index, size_t count) {
  const char *bytes = text;
  while (index < count) {
    bool is_indented = bytes[index] == ' ';
    if (!is_indented && bytes[index] != '\n') return index;
    if (is_indented && count - index > 3 && bytes[index + 1] == ' ' && bytes[index + 2] == 'p' &&
        bytes[index + 3] == 'r')
      return index;
    index = line_end(bytes, index, count) + 1;
  }
  return count;
}

static inline bool is_of_word(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '.' || byte == '-';
}

size_t shim_word_end(const void *text, size_t index, size_t count) {
  const char *bytes = text;
#if defined(__SSE2__)
  while (index + 16 <= count) {
    __m128i block = _mm_loadu_si128((const __m128i *)(bytes + index));
    // A byte is in a range if it becomes zero after subtracting the start of the range and then,
    // with saturation, the length of the range minus one.
    __m128i letters = _mm_subs_epu8(_mm_sub_epi8(block, _mm_set1_epi8('a')), _mm_set1_epi8(25));
    __m128i digits = _mm_subs_epu8(_mm_sub_epi8(block, _mm_set1_epi8('0')), _mm_set1_epi8(9));
    __m128i marks = _mm_subs_epu8(_mm_sub_epi8(block, _mm_set1_epi8('-')), _mm_set1_epi8(1));
    __m128i inside =
        _mm_cmpeq_epi8(_mm_min_epu8(_mm_min_epu8(letters, digits), marks), _mm_setzero_si128());
    unsigned outside = ~(unsigned)_mm_movemask_epi8(inside) & 0xffff;
    if (outside != 0) return index + (size_t)__builtin_ctz(outside);
    index += 16;
  }
#endif
  while (index < count && is_of_word(bytes[index])) index++;
  return index;
}
