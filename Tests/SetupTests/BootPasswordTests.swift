import Foundation
import Setup
import Testing

private let hasGRUBEmulator = ["/usr/bin/grub-emu", "/usr/bin/grub-mkpasswd-pbkdf2", "/usr/bin/script"]
  .allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

/// The script that setup writes, run as update-grub runs it. GRUB's own interpreter reads its output.
@Suite(.enabled(if: hasGRUBEmulator, "needs grub-emu"))
struct BootPasswordTests {
  /// Returns the console of a machine that boots by itself with the script's output in its menu. The entries
  /// are as Debian's 10_linux writes them.
  private func console(_ script: String) throws -> String {
    let directory = FileManager.default.temporaryDirectory.appending(path: "rotunda-grub-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "01_rotunda")
    try Data(script.utf8).write(to: file)
    let words = try run("/bin/sh", [file.path])
    let menu = """
      set timeout=0
      menuentry_id_option="--id"
      export menuentry_id_option
      \(words)
      menuentry 'Debian' --class debian $menuentry_id_option 'gnulinux-simple' {
        echo STARTED
        halt
      }

      """
    try Data(menu.utf8).write(to: directory.appending(path: "grub.cfg"))
    return try run(
      "/usr/bin/timeout", ["5", "script", "-qec", "grub-emu -r host -d \(directory.path)", "/dev/null"])
  }

  private func run(_ program: String, _ words: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  @Test func theKioskStartsWithoutThePassword() throws {
    guard case .hash(let hash) = try BootPassword(password: "correct horse") else {
      Issue.record("there is no hash")
      return
    }
    let script = BootPassword.script(hash)
    #expect(try console(script).contains("STARTED"))
    // Without the option that lets all users start entries, GRUB asks for a user name.
    let closed = try console(script.replacing("--unrestricted", with: ""))
    #expect(!closed.contains("STARTED") && closed.contains("username"))
  }
}
