import Glibc
import Logging

private let log = Log("launcher")

/// Mesa's cache of compiled shaders on the disk, whose index it maps: where the disk has no room for a page of it, the
/// first look into it ends the process with SIGBUS.
enum DriverCache {
  /// The index has 65,536 entries of 20 bytes (Mesa, util/disk_cache_os.c), and some shaders shall fit beside it.
  private static let leastBytes: UInt64 = 16 << 20

  /// Has the driver do without its cache where the disk is full. Programs inherit that, and are as well served with it.
  ///
  /// Changes the environment, so call it before there are threads.
  static func avoidFullDisk(_ environment: ProcessEnvironment) {
    guard let directory = directory(environment), let bytes = freeBytes(at: directory), bytes < leastBytes
    else { return }
    log.warning("\(directory) is full: the graphics driver does without its cache")
    // The second name is that of Mesa before 21.3.
    for name in ["MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"] { setenv(name, "true", 0) }
  }

  private static func directory(_ environment: ProcessEnvironment) -> String? {
    let variables = environment.variables
    let named = ["MESA_SHADER_CACHE_DIR", "XDG_CACHE_HOME"].lazy.compactMap { variables[$0] }.first
    return named ?? variables["HOME"].map { "\($0)/.cache" }
  }

  /// What is free where a directory is, or will be; nil when that cannot be told.
  private static func freeBytes(at directory: String) -> UInt64? {
    var path = directory
    while path.hasPrefix("/") {
      var status = statvfs()
      if statvfs(path, &status) == 0 { return UInt64(status.f_bavail) * UInt64(status.f_frsize) }
      guard errno == ENOENT, path != "/" else { return nil }
      path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      if path.isEmpty { path = "/" }
    }
    return nil
  }
}
