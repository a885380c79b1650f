import Foundation

extension KioskFiles {
  /// Compiles a library in C that is preloaded to stand between the launcher and the system; returns its path.
  ///
  /// - Parameter options: what the compiler is told beside that.
  func library(_ name: String, _ source: String, options: [String] = []) throws -> String {
    let library = path("\(name).so")
    let file = try write(source, to: "\(name).c")
    let compiler = try Process.run(
      URL(filePath: "/usr/bin/env"),
      arguments: ["clang", "-shared", "-fPIC", "-o", library, file, "-ldl"] + options)
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw WaitTimeout(awaited: "\(name).c to compile") }
    return library
  }
}
