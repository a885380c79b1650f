import Foundation
import Testing

/// `rotunda setup` and power cuts. A library between the program and the system records its file operations.
@Suite struct SetupTests {
  private static let observer = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/stat.h>
    #include <unistd.h>

    static void note(const char *what, const char *path) {
      FILE *file = fopen(getenv("OBSERVED"), "ae");
      fprintf(file, "%s %s\\n", what, path);
      fclose(file);
    }

    int rename(const char *from, const char *to) {
      int (*next)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
      int result = next(from, to);
      if (result == 0) note("change", to);
      return result;
    }

    int mkdir(const char *path, mode_t mode) {
      int (*next)(const char *, mode_t) = dlsym(RTLD_NEXT, "mkdir");
      int result = next(path, mode);
      if (result == 0) note("change", path);
      return result;
    }

    int unlink(const char *path) {
      int (*next)(const char *) = dlsym(RTLD_NEXT, "unlink");
      int result = next(path);
      if (result == 0) note("change", path);
      return result;
    }

    int rmdir(const char *path) {
      int (*next)(const char *) = dlsym(RTLD_NEXT, "rmdir");
      int result = next(path);
      if (result == 0) note("change", path);
      return result;
    }

    int fsync(int descriptor) {
      int (*next)(int) = dlsym(RTLD_NEXT, "fsync");
      char link[64], path[4096] = "";
      snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
      ssize_t count = readlink(link, path, sizeof path - 1);
      path[count < 0 ? 0 : count] = 0;
      int result = next(descriptor);
      if (result == 0) note("sync", path);
      return result;
    }
    """

  /// The recorded operations in order: `change PATH` and `sync PATH`.
  private func observe(_ arguments: [String], in files: KioskFiles, _ library: String) throws -> [(
    kind: Substring, path: String
  )] {
    let observed = files.path("observed")
    try? FileManager.default.removeItem(atPath: observed)
    let process = Process()
    process.executableURL = URL(filePath: Kiosk.binary)
    process.arguments = ["setup", "--force", "--root", files.path("tree")] + arguments
    process.environment = ["LD_PRELOAD": library, "OBSERVED": observed]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try String(contentsOfFile: observed, encoding: .utf8).split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return (words[0], String(words[1]))
    }
  }

  @Test func everyChangeIsOnDiskBeforeTheNext() throws {
    let files = try KioskFiles()
    let tree = files.path("tree")
    let manager = FileManager.default
    for (path, text) in [
      ("/usr/lib/systemd/system/rotunda.service", ""),
      ("/etc/passwd", "rotunda:x:990:990::/:/bin/false\nrotunda-visitor:x:989:989::/:/bin/false\n"),
      ("/usr/share/rotunda/setup/etc/sysctl.d/50-rotunda.conf", "kernel.sysrq = 0\n"),
      ("/etc/systemd/system/getty.target.wants/getty@tty1.service", ""),
    ] {
      let directory = URL(filePath: tree + path).deletingLastPathComponent()
      try manager.createDirectory(at: directory, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: tree + path))
    }
    let library = try files.library("observer", Self.observer)
    for arguments in [[], ["--undo"]] {
      let steps = try observe(arguments, in: files, library)
      let changes = steps.indices.filter { steps[$0].kind == "change" }
      #expect(changes.count > 5)
      for change in changes {
        let directory = URL(filePath: steps[change].path).deletingLastPathComponent().path
        let next = steps.dropFirst(change + 1).first
        #expect(next.map { "\($0.kind) \($0.path)" } == "sync \(directory)", "\(steps[change].path)")
      }
    }
  }
}
