import Glibc

/// What the tests, and their probes with them, were built with.
enum Sanitizer {
  /// Whether one watches memory. It keeps what was freed, or books of it: how much memory a process has says
  /// nothing then.
  static let watchesMemory = isLinked("__asan_init") || isLinked("__tsan_init")

  private static func isLinked(_ symbol: String) -> Bool { dlsym(dlopen(nil, RTLD_LAZY), symbol) != nil }
}
