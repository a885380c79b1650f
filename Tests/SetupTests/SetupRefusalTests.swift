import Diagnosis
import Foundation
import Setup
import Testing

/// Setup refuses to create a kiosk that could not start.
@Suite struct SetupRefusalTests {
  private func plan(_ options: SetupOptions = SetupOptions(), _ change: (inout MadeUpTree) -> Void) throws
    -> SetupPlan
  {
    var tree = MadeUpTree.desktop
    change(&tree)
    return try SetupPlan(options, in: tree, knowing: SetupRecord())
  }

  private func refusal(
    _ options: SetupOptions = SetupOptions(), _ change: (inout MadeUpTree) -> Void
  ) -> String? {
    do {
      _ = try plan(options, change)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func completeMachineMissesNothing() throws {
    #expect(try plan { _ in }.missing.isEmpty)
  }

  @Test(arguments: [
    ("/usr/lib/polkit-1/polkitd", "polkitd"), ("/usr/bin/dbus-daemon", "dbus"),
    ("/lib/x86_64-linux-gnu/security/pam_systemd.so", "libpam-systemd"),
  ])
  func missingRequirementIsNamedWithItsPackage(path: String, package: String) throws {
    let words = refusal { $0.nodes[path] = nil }
    let said = try #require(words)
    #expect(said.contains("To fix this: apt-get install \(package)"), "\(said)")
    let forced = try plan(SetupOptions(isForced: true)) { $0.nodes[path] = nil }
    #expect(!forced.steps.isEmpty && forced.missing.map(\.package) == [package])
  }

  @Test func imageRefusalNamesTheImageCommand() throws {
    let words = refusal(SetupOptions(root: "/srv/image")) {
      $0.nodes["/usr/lib/polkit-1/polkitd"] = nil
      $0.nodes["/usr/bin/dbus-daemon"] = nil
    }
    let said = try #require(words)
    #expect(said.contains("chroot /srv/image apt-get install dbus polkitd"), "\(said)")
  }

  @Test func requestedCompositorMustBeInstalled() throws {
    let words = refusal(SetupOptions(compositor: "weston")) { _ in }
    let said = try #require(words)
    #expect(said.contains("'weston' is not installed") && said.contains("apt-get install weston"))
  }

  @Test func programKeyboardSelectsTheCompositor() throws {
    var options = SetupOptions()
    options.wantsKeyboard = true
    let plan = try self.plan(options) { $0.nodes["/usr/bin/cage"] = MadeUpTree.file("") }
    #expect(plan.steps.contains { "\($0)".contains("in sway, which shows the keyboard over programs") })
    for (release, compositor) in [("12", "sway"), ("13", "labwc")] {
      let words = refusal(options) {
        for name in ["sway", "labwc"] { $0.nodes["/usr/bin/\(name)"] = nil }
        $0.nodes["/usr/lib/os-release"] = MadeUpTree.file("ID=debian\nVERSION_ID=\"\(release)\"\n")
      }
      #expect(try #require(words).contains("apt-get install \(compositor)"))
    }
  }

  @Test func defaultCompositorIsAnInstalledOne() throws {
    let change = { (tree: inout MadeUpTree) in
      tree.nodes["/usr/bin/cage"] = nil
    }
    let plan = try self.plan(SetupOptions(), change)
    #expect(plan.steps.contains { "\($0)".contains("the kiosk runs as rotunda, in sway") })
    let words = refusal {
      change(&$0)
      $0.nodes["/usr/bin/sway"] = nil
    }
    let said = try #require(words)
    #expect(said.contains("apt-get install cage"), "\(said)")
  }

  @Test(arguments: [
    ("/usr/lib/x86_64-linux-gnu/dri/kms_swrast_dri.so", "libgl1-mesa-dri"),
    ("/usr/share/fonts/truetype", "fonts-dejavu-core"),
    ("/usr/lib/x86_64-linux-gnu/gdk-pixbuf-2.0/2.10.0/loaders/libpixbufloader-svg.so", "librsvg2-common"),
  ])
  func optionalPartsAreNoReasonToRefuse(path: String, package: String) throws {
    let plan = try self.plan { $0.nodes[path] = nil }
    #expect(plan.missing.map(\.package) == [package] && !plan.steps.isEmpty)
  }

  @Test func aKernelWithoutGraphicsDriversIsNoticed() throws {
    let modules = "/lib/modules/6.1.0-cloud-amd64/kernel/drivers"
    let plan = try self.plan { $0.nodes["\(modules)/net/virtio_net.ko"] = MadeUpTree.file("") }
    #expect(plan.missing.map(\.name) == ["kernel"])
    let full = try self.plan {
      $0.nodes["\(modules)/net/virtio_net.ko"] = MadeUpTree.file("")
      $0.nodes["\(modules)/gpu/drm/drm.ko"] = MadeUpTree.file("")
    }
    #expect(full.missing.isEmpty)
  }

  @Test func undoHasNoRequirements() throws {
    let first = try plan { _ in }
    var tree = MadeUpTree.desktop.after(first)
    tree.nodes["/usr/lib/polkit-1/polkitd"] = nil
    let back = try SetupPlan(SetupOptions(direction: .undo), in: tree, knowing: first.record)
    #expect(!back.steps.isEmpty)
  }

  /// The program itself, on an image's file tree.
  @Test func refusedImageStaysUnchanged() throws {
    let root = NSTemporaryDirectory() + "rotunda-refusal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    let tree = MachineTree(root: root)
    for (path, node) in MadeUpTree.desktop.nodes where path != "/usr/lib/polkit-1/polkitd" {
      let directory = (root + path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      try tree.put(node, at: path)
    }
    let before = try FileManager.default.subpathsOfDirectory(atPath: root)
    let (process, said) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "rotunda")
    process.arguments = ["setup", "--root", root]
    process.standardError = said
    try process.run()
    let words = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 69)
    #expect(words.contains("chroot \(root) apt-get install polkitd"), "\(words)")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: root) == before)
  }
}
