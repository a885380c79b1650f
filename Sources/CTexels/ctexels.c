#include "ctexels.h"

#include <string.h>

// All processors must produce the same pixels. Therefore round the product before the sum.
#pragma STDC FP_CONTRACT OFF

// The number of pixels processed at a time.
#define BLOCK 8

typedef float floats __attribute__((vector_size(4 * BLOCK)));
typedef int32_t places __attribute__((vector_size(4 * BLOCK)));
typedef uint8_t bytes __attribute__((vector_size(8)));
// The channels of two pixels, with room for a difference times a 7-bit weight.
typedef int16_t channels __attribute__((vector_size(16)));

#define INLINE static inline __attribute__((always_inline))

// Loads two adjacent texels.
INLINE channels pair(const uint32_t *texel) {
  bytes both;
  memcpy(&both, texel, sizeof both);
  return __builtin_convertvector(both, channels);
}

INLINE channels between_rows(const uint32_t *upper, long width, int16_t below) {
  channels top = pair(upper);
  return top + (((pair(upper + width) - top) * below) >> 7);
}

// Mixes the left and right texels of two pixels. The mix between the rows truncated half a step on average,
// so this one rounds up.
INLINE void mix(channels one, channels other, int16_t one_right, int16_t other_right, uint32_t *pixels) {
  channels left = __builtin_shufflevector(one, other, 0, 1, 2, 3, 8, 9, 10, 11);
  channels beside = __builtin_shufflevector(one, other, 4, 5, 6, 7, 12, 13, 14, 15);
  channels weights = {one_right,   one_right,   one_right,   one_right,
                      other_right, other_right, other_right, other_right};
  channels sum = left + (((beside - left) * weights + 127) >> 7);
  bytes packed = __builtin_convertvector(sum, bytes);
  memcpy(pixels, &packed, sizeof packed);
}

// Replaces the lanes for which a comparison is false.
#define KEEP(lanes, comparison, other)                                                                                \
  do {                                                                                                                \
    const places holds = (comparison);                                                                                \
    lanes = (floats)(((places)(lanes) & holds) | ((places)((floats){} + (other)) & ~holds));                          \
  } while (0)

// SPAN: the pixels of a row without perspective that are sampled at a time. STRIP: the maximum number of
// texels under them: slightly more than twice as many, for pictures at almost half their size.
#define SPAN 64
#define STRIP (2 * SPAN + 32)

// The channels of four pixels, and the bytes of four texels.
typedef int16_t channels4 __attribute__((vector_size(32)));
typedef uint8_t bytes4 __attribute__((vector_size(16)));

INLINE void write_between(const uint32_t *upper, long width, int16_t below, int16_t *strip) {
  bytes4 above, under;
  memcpy(&above, upper, sizeof above);
  memcpy(&under, upper + width, sizeof under);
  const channels4 top = __builtin_convertvector(above, channels4);
  const channels4 sum = top + (((__builtin_convertvector(under, channels4) - top) * below) >> 7);
  memcpy(strip, &sum, sizeof sum);
}

// Loads the channels of a texel and of its right neighbor.
INLINE channels beside_each_other(const int16_t *strip, int32_t texel) {
  channels both;
  memcpy(&both, strip + 4 * texel, sizeof both);
  return both;
}

// The weights of four pixels, one for each channel.
#ifdef __aarch64__
typedef int32_t places4 __attribute__((vector_size(16)));
typedef int16_t weights4 __attribute__((vector_size(8)));
// NEON shuffles bytes in one instruction: 19 instructions per pixel instead of 23.
#define SPREAD(weights, u)                                                                                            \
  do {                                                                                                                \
    places4 all;                                                                                                      \
    memcpy(&all, u, sizeof all);                                                                                      \
    const weights4 part = __builtin_convertvector(all & 127, weights4);                                               \
    weights = __builtin_shufflevector(part, part, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);                    \
  } while (0)
#else
INLINE int64_t spread(int32_t weight) { return (int64_t)((uint64_t)(uint32_t)weight * 0x0001000100010001u); }
// SSE2 has no such shuffle. This version is 8 % faster there.
#define SPREAD(weights, u)                                                                                            \
  do {                                                                                                                \
    const int64_t parts[4] = {spread(u[0] & 127), spread(u[1] & 127), spread(u[2] & 127), spread(u[3] & 127)};        \
    memcpy(&weights, parts, sizeof weights);                                                                          \
  } while (0)
#endif

// A macro for the whole function: vectors of this size cannot be passed between functions for different
// processor targets.
#define FETCH(name, attributes)                                                                                       \
  attributes static void name(                                                                                        \
    const struct ctexels_level *level, const struct ctexels_walk *walk, int32_t count, bool clamps,                   \
    uint32_t *pixels) {                                                                                               \
    const floats steps = {0, 1, 2, 3, 4, 5, 6, 7};                                                                    \
    const long width = level->width;                                                                                  \
    /* In 128ths of a texel. The position of a texel is its center. */                                                \
    const float most_across = (float)(level->width - 1) * 128 - 1, most_down = (float)(level->height - 1) * 128 - 1;  \
    for (int32_t done = 0; done < count; done += BLOCK) {                                                             \
      const floats step = (float)done + steps;                                                                        \
      const floats near = 128 / (walk->depth.start + step * walk->depth.step);                                        \
      floats across = (walk->across.start + step * walk->across.step) * near - 63.5f;                                 \
      floats down = (walk->down.start + step * walk->down.step) * near - 63.5f;                                       \
      const bool is_last = count - done < BLOCK;                                                                      \
      if (clamps || is_last) {                                                                                        \
        /* Comparisons with NaN are false. */                                                                         \
        KEEP(across, across > 0, 0.0f);                                                                               \
        KEEP(across, across < most_across, most_across);                                                              \
        KEEP(down, down > 0, 0.0f);                                                                                   \
        KEEP(down, down < most_down, most_down);                                                                      \
      }                                                                                                               \
      const places u = __builtin_convertvector(across, places), v = __builtin_convertvector(down, places);            \
      const places place = (v >> 7) * level->width + (u >> 7), right = u & 127, below = v & 127;                      \
      uint32_t rest[BLOCK];                                                                                           \
      uint32_t *target = is_last ? rest : pixels + done;                                                              \
      _Pragma("clang loop unroll(full)") for (int k = 0; k < BLOCK; k += 2) {                                         \
        channels one = between_rows(level->pixels + place[k], width, (int16_t)below[k]);                              \
        channels other = between_rows(level->pixels + place[k + 1], width, (int16_t)below[k + 1]);                    \
        mix(one, other, (int16_t)right[k], (int16_t)right[k + 1], target + k);                                        \
      }                                                                                                               \
      if (is_last) memcpy(pixels + done, rest, (size_t)(count - done) * sizeof *rest);                                \
    }                                                                                                                 \
  }

// Like FETCH, but for a horizontal row of a picture without perspective, the usual case. It mixes the texels
// between their rows once, and then between their columns. Returns the number of pixels written, which is
// lower than `count` if the texels exceed the strip.
#define FETCH_LEVEL(name, attributes)                                                                                 \
  attributes static int32_t name(                                                                                     \
    const struct ctexels_level *level, const struct ctexels_walk *walk, int32_t count, bool clamps,                   \
    uint32_t *pixels) {                                                                                               \
    const floats steps = {0, 1, 2, 3, 4, 5, 6, 7};                                                                    \
    const float near = 128 / walk->depth.start;                                                                       \
    const float most_across = (float)(level->width - 1) * 128 - 1, most_down = (float)(level->height - 1) * 128 - 1;  \
    float down = walk->down.start * near - 63.5f;                                                                     \
    if (clamps) down = down > 0 ? (down < most_down ? down : most_down) : 0;                                          \
    const uint32_t *upper = level->pixels + (long)((int32_t)down >> 7) * level->width;                                \
    const int16_t below = (int16_t)((int32_t)down & 127);                                                             \
    for (int32_t done = 0; done < count; done += SPAN) {                                                              \
      const int32_t some = count - done < SPAN ? count - done : SPAN;                                                 \
      int32_t places_across[SPAN];                                                                                    \
      for (int32_t k = 0; k < some; k += BLOCK) {                                                                     \
        const floats step = (float)(done + k) + steps;                                                                \
        floats across = (walk->across.start + step * walk->across.step) * near - 63.5f;                               \
        if (clamps || some - k < BLOCK) {                                                                             \
          KEEP(across, across > 0, 0.0f);                                                                             \
          KEEP(across, across < most_across, most_across);                                                            \
        }                                                                                                             \
        const places u = __builtin_convertvector(across, places);                                                     \
        memcpy(places_across + k, &u, sizeof u);                                                                      \
      }                                                                                                               \
      /* Positions are monotonic. */                                                                                  \
      const int32_t one = places_across[0] >> 7, other = places_across[(some - 1) | 3] >> 7;                          \
      const int32_t first = one < other ? one : other, texels = (one < other ? other : one) - first + 2;              \
      if (texels > STRIP) return done;                                                                                \
      int16_t strip[4 * STRIP];                                                                                       \
      if (texels < 4) {                                                                                               \
        for (int32_t k = 0; k < 4 * texels; k++) {                                                                    \
          const int16_t top = ((const uint8_t *)(upper + first))[k];                                                  \
          const int16_t bottom = ((const uint8_t *)(upper + first + level->width))[k];                                \
          strip[k] = (int16_t)(top + (((bottom - top) * below) >> 7));                                                \
        }                                                                                                             \
      } else {                                                                                                        \
        int32_t k = 0;                                                                                                \
        for (; k + 4 <= texels; k += 4) write_between(upper + first + k, level->width, below, strip + 4 * k);         \
        if (k < texels) write_between(upper + first + texels - 4, level->width, below, strip + 4 * (texels - 4));     \
      }                                                                                                               \
      for (int32_t k = 0; k < some; k += 4) {                                                                         \
        const int32_t *u = places_across + k;                                                                         \
        const channels a = beside_each_other(strip, (u[0] >> 7) - first);                                             \
        const channels b = beside_each_other(strip, (u[1] >> 7) - first);                                             \
        const channels c = beside_each_other(strip, (u[2] >> 7) - first);                                             \
        const channels d = beside_each_other(strip, (u[3] >> 7) - first);                                             \
        const channels4 even = __builtin_shufflevector(a, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);   \
        const channels4 odd = __builtin_shufflevector(b, d, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);    \
        const channels4 left =                                                                                        \
          __builtin_shufflevector(even, odd, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);               \
        const channels4 right =                                                                                       \
          __builtin_shufflevector(even, odd, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);             \
        channels4 weights;                                                                                             \
        SPREAD(weights, u);                                                                                            \
        const channels4 sum = left + (((right - left) * weights + 127) >> 7);                                         \
        const bytes4 packed = __builtin_convertvector(sum, bytes4);                                                   \
        if (some - k >= 4) memcpy(pixels + done + k, &packed, sizeof packed);                                         \
        else memcpy(pixels + done + k, &packed, (size_t)(some - k) * sizeof *pixels);                                 \
      }                                                                                                               \
    }                                                                                                                 \
    return count;                                                                                                     \
  }

FETCH(fetch_anywhere, )
FETCH_LEVEL(fetch_level_anywhere, )

#ifdef __x86_64__
FETCH(fetch_fast, __attribute__((target("avx2"))))
FETCH_LEVEL(fetch_level_fast, __attribute__((target("avx2"))))

bool ctexels_is_fast(void) { return __builtin_cpu_supports("avx2"); }
#else
#define fetch_fast fetch_anywhere
#define fetch_level_fast fetch_level_anywhere

bool ctexels_is_fast(void) { return false; }
#endif

void ctexels_fetch(
  const struct ctexels_level *level, const struct ctexels_walk *walk, int32_t count, bool fast, bool clamps,
  uint32_t *pixels) {
  const bool is_level = walk->depth.step == 0 && walk->down.step == 0 && walk->depth.start > 0;
  int32_t done = 0;
  if (is_level) done = (fast ? fetch_level_fast : fetch_level_anywhere)(level, walk, count, clamps, pixels);
  if (done == count) return;
  struct ctexels_walk rest = *walk;
  rest.across.start += (float)done * rest.across.step;
  (fast ? fetch_fast : fetch_anywhere)(level, &rest, count - done, clamps, pixels + done);
}

void ctexels_mix(const uint32_t *one, const uint32_t *other, int32_t weight, size_t count, uint32_t *pixels) {
  const uint8_t *from = (const uint8_t *)one, *to = (const uint8_t *)other;
  uint8_t *target = (uint8_t *)pixels;
  const uint16_t part = (uint16_t)weight, rest = (uint16_t)(256 - weight);
  for (size_t k = 0; k < count * sizeof *pixels; k++) {
    target[k] = (uint8_t)((uint16_t)(from[k] * rest + to[k] * part + 128) >> 8);
  }
}
