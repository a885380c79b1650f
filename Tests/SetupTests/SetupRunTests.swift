import Foundation
import Setup
import Testing

/// Setup on a tree below a directory of this machine.
@Suite struct SetupRunTests {
  private let root: String

  init() throws {
    root = NSTemporaryDirectory() + "rotunda-setup-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root + "/var/lib", withIntermediateDirectories: true)
    let tree = MachineTree(root: root)
    for (path, node) in MadeUpTree.desktop.nodes {
      let directory = (root + path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      try tree.put(node, at: path)
    }
  }

  /// Returns all files and directories with permissions and contents.
  private func everything() throws -> [String: String] {
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      found[path] = "\(MachineTree(root: root).node(at: "/" + path))"
    }
    return found
  }

  private func options(
    compositor: String = "cage", direction: SetupOptions.Direction = .close, user: String = "rotunda"
  ) -> SetupOptions {
    SetupOptions(user: user, compositor: compositor, direction: direction, root: root)
  }

  private func clean() { try? FileManager.default.removeItem(atPath: root) }

  @Test func undoRestoresTheTree() throws {
    defer { clean() }
    let before = try everything()
    try SetupRun(options()).perform()
    let closed = try everything()
    #expect(closed != before)
    let again = try SetupRun(options())
    #expect(again.plan.steps.isEmpty)
    try again.perform()
    #expect(try everything() == closed)
    try SetupRun(options(compositor: "sway")).perform()
    #expect(try everything() != closed)
    try SetupRun(options(direction: .undo)).perform()
    #expect(try everything() == before)
    let nothing = try SetupRun(options(direction: .undo))
    #expect(nothing.plan.steps.isEmpty)
    try nothing.perform()
    #expect(try everything() == before)
  }

  @Test func undoRemovesBootPasswordAndDevices() throws {
    defer { clean() }
    let before = try everything()
    var options = options()
    options.bootPassword = .hash("grub.pbkdf2.sha512.10000.AB12.CD34")
    options.usb = USBPolicy(words: "touch,storage")
    try SetupRun(options).perform()
    let closed = try everything()
    #expect(closed["etc/grub.d/01_rotunda"] != nil && closed[String(USBPolicy.path.dropFirst())] != nil)
    try SetupRun(self.options(direction: .undo)).perform()
    #expect(try everything() == before)
  }

  /// As the shell reads the package's file, which is how GRUB's scripts do.
  @Test func bootMenuOpensNoShell() throws {
    defer { clean() }
    let repository = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-ec",
      """
      GRUB_CMDLINE_LINUX_DEFAULT=operators-own
      . "$1/systemd/setup/etc/default/grub.d/90-rotunda.cfg"
      echo "$GRUB_DISABLE_RECOVERY $GRUB_TIMEOUT $GRUB_CMDLINE_LINUX_DEFAULT"
      """, "sh", repository.path,
    ]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    #expect(words.prefix(2) == ["true", "0"])
    for word in ["operators-own", "panic=10", "rd.shell=0", "rd.emergency=reboot"] {
      #expect(words.contains(Substring(word)), "\(words)")
    }
  }

  @Test func planningChangesNothing() throws {
    defer { clean() }
    let before = try everything()
    #expect(!(try SetupRun(options()).plan.steps.isEmpty))
    #expect(try everything() == before)
  }

  @Test func aRunThatFailedHalfWayIsUndone() throws {
    defer { clean() }
    let before = try everything()
    let run = try SetupRun(options())
    // After the plan, a file appears where setup needs a directory.
    let tree = MachineTree(root: root)
    try tree.put(.file(contents: [], permissions: 0o644), at: "/etc/sysctl.d")
    #expect(throws: SetupProblem.self) { try run.perform() }
    #expect(try everything() != before)
    try tree.put(.absent, at: "/etc/sysctl.d")
    try SetupRun(options(direction: .undo)).perform()
    #expect(try everything() == before)
  }

  @Test func aSpoiltRecordStopsBeforeAnythingIsChanged() throws {
    defer { clean() }
    try SetupRun(options()).perform()
    try MachineTree(root: root).put(
      .file(contents: [0xFF], permissions: 0o600), at: "/var/lib/rotunda-setup/state")
    let before = try everything()
    #expect(throws: SetupProblem.self) { try SetupRun(options(direction: .undo)) }
    #expect(try everything() == before)
  }

  @Test(.enabled(if: geteuid() == 0, "only root changes users"))
  func earlierHomeIsChangedOnce() throws {
    defer { clean() }
    let path = root + "/etc/passwd"
    let wanted = try String(contentsOfFile: path, encoding: .utf8)
    try wanted.replacing("/usr/lib/rotunda/home", with: "/var/lib/rotunda").write(
      toFile: path, atomically: true, encoding: .utf8)
    try SetupRun(options()).perform()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == wanted)
    #expect(try SetupRun(options()).plan.steps.isEmpty)
    try SetupRun(options(direction: .undo)).perform()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == wanted)
  }

  @Test(.enabled(if: geteuid() == 0, "only root makes users"))
  func undoRemovesTheCreatedUser() throws {
    defer { clean() }
    let accounts = { try String(contentsOfFile: root + "/etc/passwd", encoding: .utf8) }
    let before = try accounts()
    try SetupRun(options(user: "kiosk")).perform()
    #expect(try accounts().contains("\nkiosk:x:"))
    try SetupRun(options(direction: .undo)).perform()
    #expect(try accounts() == before)
    #expect(!(try everything().keys.contains { $0.hasPrefix("var/lib/rotunda-setup") }))
  }
}
