import Bundles
import Foundation
import Testing

@testable import BundleFiles

/// The commands in the form that operators type.
@Suite struct BundleCommandTests {
  private let stage: BundleStage

  init() throws { stage = try BundleStage() }

  /// A folder at the desk.
  private func write(_ number: Int, tiles: String = BundleStage.tiles) throws {
    try stage.directory.write("museum/bundle.toml", "number = \(number)\nexpires = \"2999-12-31\"\n")
    try stage.directory.write("museum/all/tiles.toml", tiles)
    try stage.directory.write("museum/machines/hall-3/name.toml", "[brand]\nname = \"Hall 3\"\n")
    try stage.directory.write("museum/.git/config", "hidden")
  }

  @Test func folderBecomesASignedBundle() throws {
    try write(7)
    #expect(try stage.run("keygen", "desk").status == 0)
    #expect(try stage.run("keygen", "desk").complaint.contains("File exists"))
    let mode = try FileManager.default.attributesOfItem(atPath: stage.path("desk.key"))[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let made = try stage.run("make", "museum/")
    #expect(made.status == 0 && made.output == "museum.zip\n", "\(made)")
    let first = try Data(contentsOf: URL(filePath: stage.path("museum.zip")))
    #expect(try stage.run("make", "museum", "--output", "again.zip").status == 0)
    #expect(try Data(contentsOf: URL(filePath: stage.path("again.zip"))) == first)
    let signed = try stage.run("sign", "--key", "desk.key", "museum.zip")
    #expect(signed.status == 0 && signed.output == "museum.rotunda-bundle\n", "\(signed)")
    let shown = try stage.run("inspect", "--key", "desk.pem", "museum.rotunda-bundle")
    #expect(
      shown.status == 0 && shown.output.hasPrefix("number: 7\nsigned with: desk.pem\nexpires: 2999-12-31\n"))
    #expect(shown.output.contains("all/tiles.toml\n") && !shown.output.contains(".git"))
    let unknown = try stage.run("inspect", "museum.rotunda-bundle")
    #expect(unknown.status == 65 && unknown.complaint.contains("no key here made"), "\(unknown)")
    #expect(try stage.run("sign", "--key", "desk.pem", "museum.zip").status == 65)
  }

  @Test func mistakeIsFoundAtTheDesk() throws {
    try write(7, tiles: "[carousel]\nlay-out = 3\n")
    let made = try stage.run("make", "museum")
    #expect(made.status == 1 && made.complaint.contains("museum/all/tiles.toml:2:1: error: carousel.lay-out"))
    #expect(!FileManager.default.fileExists(atPath: stage.path("museum.zip")))
    symlink("/etc/passwd", stage.path("museum/all/link"))
    #expect(try stage.run("make", "museum").complaint.contains("all/link: is a link"))
  }

  /// zip(1) and openssl(1) make the same bundle as the commands, on a machine without this program.
  @Test func otherProgramsSignAndCheckBundles() throws {
    try write(7)
    let script = """
      set -e
      cd '\(stage.directory.path)'
      openssl genpkey -algorithm ed25519 -out other.key
      openssl pkey -in other.key -pubout -out other.pem
      python3 -c 'import shutil; shutil.make_archive("museum", "zip", "museum")'
      openssl pkeyutl -sign -rawin -inkey other.key -in museum.zip -out signature
      { echo rotunda-bundle 1; od -An -v -tx1 signature | tr -d ' \\n'; echo; cat museum.zip; } >by-hand
      "$0" bundle keygen ours
      "$0" bundle sign --key ours.key --output ours museum.zip
      tail -n +3 ours >ours.zip
      sed -n 2p ours | python3 -c 'import sys; sys.stdout.buffer.write(bytes.fromhex(sys.stdin.read()))' >ours.signature
      openssl pkeyutl -verify -pubin -inkey ours.pem -rawin -in ours.zip -sigfile ours.signature
      """
    // The archive of Python contains the hidden folder, which bundles cannot have.
    try FileManager.default.removeItem(atPath: stage.path("museum/.git"))
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, BundleStage.binary]
    process.environment = stage.environment
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let shown = try stage.run("inspect", "--key", "other.pem", "by-hand")
    #expect(shown.status == 0 && shown.output.hasPrefix("number: 7\n"), "\(shown)")
  }

  @Test func bundleIsInstalledWithThisKiosksParts() throws {
    let more = [
      ("groups/museum/a.toml", "[brand]\nname = \"Museum\"\n"), ("groups/cafe/a.toml", "nonsense"),
      ("machines/hall-3/b.toml", "[header]\ntitle = \"Hall 3\"\n"), ("machines/hall-4/b.toml", "nonsense"),
      ("all/pictures/a.txt", "text"),
    ]
    let said = try stage.install(7, more)
    #expect(said.status == 0, "\(said)")
    #expect(
      try stage.inUse(["bundle.toml", "all/pictures/a.txt", "groups/museum/a.toml", "machines/hall-3/b.toml"])
        == 7)
    let folder = stage.store.folder(of: 7)
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/groups/cafe"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/machines/hall-4"))
    #expect(try stage.install(7, more).output.contains("in use already"))
    #expect(try stage.install(6).complaint.contains("had 7 before") && stage.inUse() == 7)
    #expect(try stage.install(8).status == 0 && stage.inUse() == 8)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: stage.store.directory).sorted()
        == ["8", "current", "lock", "record"])
  }

  @Test func bundleForOthersIsRefused() throws {
    let bundles = [
      ("machines = [\"hall-4\"]", BundleFault.Kind.other), ("expires = \"2020-01-01\"", .expired),
      ("made = \"2999-01-01\"\nexpires = \"2999-02-01\"", .clock),
    ]
    for (number, (manifest, kind)) in zip(10..., bundles) {
      let file = try stage.directory.write("b", stage.signed(BundleStage.files(number, manifest: manifest)))
      let said = try stage.run("install", "--force", file)
      #expect(said.status == 65 && stage.store.record.refusal == kind, "\(said)")
    }
    #expect(stage.store.current == nil)
  }

  @Test func faultyBundleIsNotKept() throws {
    #expect(try stage.install(7).status == 0)
    let file = try stage.directory.write(
      "b", stage.signed(BundleStage.files(8, tiles: "[carousel]\nlay-out = 3\n")))
    let said = try stage.run("install", "--force", file)
    #expect(
      said.status == 1 && said.complaint.contains("all/tiles.toml:2:1: error: carousel.lay-out"), "\(said)")
    #expect(try stage.inUse() == 7 && stage.store.record.refusal == .configuration)
    #expect(!FileManager.default.fileExists(atPath: stage.store.folder(of: 8)))
    // The number was not used up.
    #expect(try stage.install(8).status == 0 && stage.inUse() == 8)
  }

  @Test func withoutALauncherThereIsNoTrial() throws {
    let file = try stage.directory.write("b", stage.signed(BundleStage.files(7)))
    let said = try stage.run("install", file)
    #expect(said.status == 69 && stage.store.current == nil, "\(said)")
  }

  private var outcome: String? { try? String(contentsOfFile: stage.path("bundles/outcome"), encoding: .utf8) }

  @Test func outcomeIsWrittenWhenAsked() throws {
    let file = try stage.directory.write("b", stage.signed(BundleStage.files(7)))
    #expect(try stage.run("install", file).status == 69 && outcome == nil)
    #expect(try stage.run("install", "--outcome", file).status == 69 && outcome == "postponed\n")
    #expect(try stage.run("install", "--outcome", "--force", file).status == 0 && outcome == "kept\n")
    var status = stat()
    #expect(stat(stage.path("bundles/outcome"), &status) == 0 && status.st_mode & 0o777 == 0o644)
    #expect(try stage.run("install", "--outcome", "--force", file).status == 0)
    #expect(outcome == "refused installed\n")
    let old = try stage.directory.write("o", stage.signed(BundleStage.files(6)))
    #expect(try stage.run("install", "--outcome", "--force", old).status == 65 && outcome == "refused old\n")
    let damaged = try stage.directory.write("d", "no bundle")
    for _ in 0..<2 {
      unlink(stage.path("bundles/outcome"))
      #expect(try stage.run("install", "--outcome", damaged).status == 65)
      #expect(outcome == "refused damaged\n", "the same refusal is reported again")
    }
    #expect(try stage.inUse() == 7)
  }

  @Test func busyStorePostponesTheBundle() throws {
    let file = try stage.directory.write("b", stage.signed(BundleStage.files(7)))
    #expect(try stage.install(1).status == 0)
    let lock = open(stage.path("bundles/lock"), O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
    let said = try stage.run("install", "--outcome", "--force", file)
    #expect(said.complaint.contains("another process") && outcome == "postponed\n", "\(said)")
  }

  @Test func keyThatOthersCanChangeIsNotUsed() throws {
    chmod(stage.path("etc/keys/fleet.pem"), 0o666)
    let said = try stage.install(7)
    #expect(said.status == 65 && said.complaint.contains("there is no key"), "\(said)")
  }

  @Test func twoInstallationsDoNotMix() throws {
    try stage.store.exclusively { () throws(BundleFault) in
      do {
        let said = try stage.install(7)
        #expect(said.status == 71 && said.complaint.contains("another process installs a bundle"), "\(said)")
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}
