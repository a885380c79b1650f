import Glibc
import Logging

private let log = Log("launcher")

/// Whether to draw with a graphics driver or the processor. If the driver uses the processor as well, direct
/// drawing is several times faster.
package nonisolated enum GraphicsChoice {
  case processor
  /// The graphics driver, unless it turns out to draw in software.
  case hardware
  /// The graphics driver, even if it draws in software.
  case anyDriver

  /// The directory of the kernel's graphics devices.
  private static let devices = "/dev/dri"

  /// Chooses by Mesa's own variable, otherwise by whether a device exists.
  package init(_ variables: [String: String]) {
    if let wish = variables["LIBGL_ALWAYS_SOFTWARE"], !wish.isEmpty {
      self = ["0", "false", "no"].contains(wish) ? .anyDriver : .processor
    } else {
      self = Self.hasDevice ? .hardware : .processor
    }
  }

  private static var hasDevice: Bool {
    guard let directory = opendir(devices) else { return false }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      // card0, renderD128; other entries are not devices.
      let first = UInt8(bitPattern: entry.pointee.d_name.0)
      if first == UInt8(ascii: "c") || first == UInt8(ascii: "r") { return true }
    }
    return false
  }
}

/// Mesa's on-disk cache of compiled shaders, whose index is memory-mapped. If the disk has no room for a page
/// of the index, the first access ends the process with SIGBUS.
package enum DriverCache {
  /// The required free space: the index has 65,536 entries of 20 bytes (Mesa, util/disk_cache_os.c), and some
  /// shaders must fit too.
  private static let leastBytes: UInt64 = 16 << 20

  /// Disables the driver's cache if the disk is full. Programs inherit that, which helps them too.
  ///
  /// Changes the environment, so call it before any thread starts.
  package static func avoidFullDisk(_ variables: [String: String]) {
    guard let directory = directory(variables), let bytes = freeBytes(at: directory), bytes < leastBytes
    else { return }
    log.warning("\(directory) is full: the graphics driver works without its cache")
    // Mesa before 21.3 uses the second name.
    for name in ["MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"] { setenv(name, "true", 0) }
  }

  private static func directory(_ variables: [String: String]) -> String? {
    let named = ["MESA_SHADER_CACHE_DIR", "XDG_CACHE_HOME"].lazy.compactMap { variables[$0] }.first
    return named ?? variables["HOME"].map { "\($0)/.cache" }
  }

  /// Returns the free space at a directory that exists or will be created; nil if unknown.
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
