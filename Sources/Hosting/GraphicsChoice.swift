import Glibc
import Logging

private let log = Log("launcher")

/// Whether graphics draw, or the processor does: where both would be the same processor, it is several times
/// faster by itself than through a driver that acts as if it were graphics.
package nonisolated enum GraphicsChoice {
  case processor
  /// Graphics, unless their driver turns out to have nothing but the processor either.
  case hardware
  /// Graphics, whatever their driver has.
  case anyDriver

  /// Where the kernel's graphics devices are.
  private static let devices = "/dev/dri"

  /// By Mesa's own variable, else by whether there is a device.
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
      // card0, renderD128; the others are no devices.
      let first = UInt8(bitPattern: entry.pointee.d_name.0)
      if first == UInt8(ascii: "c") || first == UInt8(ascii: "r") { return true }
    }
    return false
  }
}

/// Mesa's cache of compiled shaders on the disk, whose index it maps: where the disk has no room for a page
/// of it, the first look into it ends the process with SIGBUS.
package enum DriverCache {
  /// The index has 65,536 entries of 20 bytes (Mesa, util/disk_cache_os.c), and some shaders shall fit beside
  /// it.
  private static let leastBytes: UInt64 = 16 << 20

  /// Has the driver do without its cache where the disk is full. Programs inherit that, and are as well
  /// served with it.
  ///
  /// Changes the environment, so call it before there are threads.
  package static func avoidFullDisk(_ variables: [String: String]) {
    guard let directory = directory(variables), let bytes = freeBytes(at: directory), bytes < leastBytes
    else { return }
    log.warning("\(directory) is full: the graphics driver does without its cache")
    // The second name is that of Mesa before 21.3.
    for name in ["MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"] { setenv(name, "true", 0) }
  }

  private static func directory(_ variables: [String: String]) -> String? {
    let named = ["MESA_SHADER_CACHE_DIR", "XDG_CACHE_HOME"].lazy.compactMap { variables[$0] }.first
    return named ?? variables["HOME"].map { "\($0)/.cache" }
  }

  /// What is free where a directory is, or will be; nil when that is unknown.
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
