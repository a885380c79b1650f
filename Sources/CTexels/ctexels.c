#include "ctexels.h"

#include <string.h>

// Pixels that are worked on at once.
#define BLOCK 8

typedef float floats __attribute__((vector_size(4 * BLOCK)));
typedef int32_t places __attribute__((vector_size(4 * BLOCK)));
typedef uint8_t bytes __attribute__((vector_size(8)));
// Two pixels' channels, with room for a difference times a weight of seven bits.
typedef int16_t channels __attribute__((vector_size(16)));

#define INLINE static inline __attribute__((always_inline))

// Two texels next to each other.
INLINE channels pair(const uint32_t *texel) {
  bytes both;
  memcpy(&both, texel, sizeof both);
  return __builtin_convertvector(both, channels);
}

INLINE channels between_rows(const uint32_t *upper, long width, int16_t below) {
  channels top = pair(upper);
  return top + (((pair(upper + width) - top) * below) >> 7);
}

// Two pixels, each between its left and right texel. What was cut off between the rows is half a step on average: so the rest
// is rounded up.
INLINE void mix(channels one, channels other, int16_t one_right, int16_t other_right, uint32_t *pixels) {
  channels left = __builtin_shufflevector(one, other, 0, 1, 2, 3, 8, 9, 10, 11);
  channels beside = __builtin_shufflevector(one, other, 4, 5, 6, 7, 12, 13, 14, 15);
  channels weights = {one_right,   one_right,   one_right,   one_right,
                      other_right, other_right, other_right, other_right};
  channels sum = left + (((beside - left) * weights + 127) >> 7);
  bytes packed = __builtin_convertvector(sum, bytes);
  memcpy(pixels, &packed, sizeof packed);
}

// Replaces the lanes for which a comparison does not hold.
#define KEEP(lanes, comparison, other)                                                                                \
  do {                                                                                                                \
    const places holds = (comparison);                                                                                \
    lanes = (floats)(((places)(lanes) & holds) | ((places)((floats){} + (other)) & ~holds));                          \
  } while (0)

// The whole of it, as text: vectors of this size cannot be handed from a function for one kind of processor to one for another.
#define FETCH(name, attributes)                                                                                       \
  attributes static void name(                                                                                        \
    const struct ctexels_level *level, const struct ctexels_walk *walk, int32_t count, bool clamps,                   \
    uint32_t *pixels) {                                                                                               \
    const floats steps = {0, 1, 2, 3, 4, 5, 6, 7};                                                                    \
    const long width = level->width;                                                                                  \
    /* In 128ths of a texel, whose place is its middle. */                                                            \
    const float most_across = (float)(level->width - 1) * 128 - 1, most_down = (float)(level->height - 1) * 128 - 1;  \
    for (int32_t done = 0; done < count; done += BLOCK) {                                                             \
      const floats step = (float)done + steps;                                                                        \
      const floats near = 128 / (walk->depth.start + step * walk->depth.step);                                        \
      floats across = (walk->across.start + step * walk->across.step) * near - 63.5f;                                 \
      floats down = (walk->down.start + step * walk->down.step) * near - 63.5f;                                       \
      const bool is_last = count - done < BLOCK;                                                                      \
      if (clamps || is_last) {                                                                                        \
        /* Comparisons with what is no number are false. */                                                           \
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

FETCH(fetch_anywhere, )

#ifdef __x86_64__
FETCH(fetch_fast, __attribute__((target("avx2"))))

bool ctexels_is_fast(void) { return __builtin_cpu_supports("avx2"); }
#else
#define fetch_fast fetch_anywhere

bool ctexels_is_fast(void) { return false; }
#endif

void ctexels_fetch(
  const struct ctexels_level *level, const struct ctexels_walk *walk, int32_t count, bool fast, bool clamps,
  uint32_t *pixels) {
  (fast ? fetch_fast : fetch_anywhere)(level, walk, count, clamps, pixels);
}
