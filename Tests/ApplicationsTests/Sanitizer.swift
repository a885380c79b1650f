import Glibc

/// The sanitizers of the test build, which includes the probes.
enum Sanitizer {
  /// Whether a sanitizer watches memory. It keeps freed memory and its own records, so the process's size has
  /// no meaning.
  static let watchesMemory = isLinked("__asan_init") || isLinked("__tsan_init")

  private static func isLinked(_ symbol: String) -> Bool { dlsym(dlopen(nil, RTLD_LAZY), symbol) != nil }
}
