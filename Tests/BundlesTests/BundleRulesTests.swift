import Testing

@testable import Bundles

/// The rules for names of files in bundles, and for the kiosks that take a bundle.
@Suite struct BundleRulesTests {
  @Test(arguments: [
    ("all/tiles.toml", BundlePath.Part.all), ("all/pictures/deep/a.png", .all),
    ("groups/hall.2/a.toml", .group("hall.2")), ("machines/kiosk-7/pages/a.md", .machine("kiosk-7")),
  ])
  func fileBelongsToAPart(path: String, part: BundlePath.Part) throws {
    #expect(try BundlePath(path).part == part)
  }

  @Test func manifestBelongsToNoPart() throws {
    #expect(try BundlePath("bundle.toml").part == nil)
  }

  @Test(arguments: [
    ("", "leads out"), ("/etc/rotunda/a.toml", "leads out"), ("../a.toml", "leads out"),
    ("all/../../a.toml", "leads out"), ("all//a.toml", "leads out"), ("all/./a.toml", "leads out"),
    ("all/x\u{600}/../\u{301}y", "leads out"), ("all/.\u{301}x", "hidden"), ("all/a/\u{301}b", "a character"),
    ("all/.hidden", "leads out of the bundle, or is hidden"), ("all/a\nb", "a character"),
    ("all\\a", "a character"), ("all/c:a", "a character"), ("all", "neither"), ("etc/a.toml", "neither"),
    ("bundle.toml/a", "neither"), ("Bundle.toml", "neither"), ("groups/a.toml", "neither"),
    ("groups/a b/c.toml", "neither"), ("machines/-x/c.toml", "neither"),
    ("all/" + String(repeating: "a/", count: 12) + "a", "folders deep"),
    ("all/" + String(repeating: "a", count: 600), "more than 512 bytes"),
  ])
  func otherPathsAreRefused(path: String, reason: String) {
    let fault = #expect(throws: BundleFault.self) { try BundlePath(path) }
    #expect(fault?.kind == .forbidden && fault?.message.contains(reason) == true, "\(path): \(fault as Any)")
  }

  private func fault(_ files: [(String, UInt64)]) -> BundleFault? {
    #expect(throws: BundleFault.self) {
      var list = BundleFileList()
      for (path, size) in files { try list.add(path, size: size) }
      try list.finish()
    }
  }

  @Test func filesObeyTheRulesTogether() {
    #expect(fault([("bundle.toml", 1), ("all/a", 1), ("all/A", 1)])?.message == "appears twice")
    #expect(fault([("bundle.toml", 1), ("all/a/b", 1), ("all/a", 1)])?.message == "is a file and a folder")
    #expect(fault([("all/a", 1)])?.kind == .manifest)
    #expect(fault([("all/a", (64 << 20) + 1)])?.message.contains("larger than 64 MiB") == true)
    let large = (0..<5).map { ("all/\($0)", UInt64(60 << 20)) }
    #expect(fault(large)?.message.contains("more than 256 MiB") == true)
    #expect(fault((0...5000).map { ("all/\($0)", 0) })?.message.contains("more than 5000 files") == true)
    #expect(fault([("all/a", .max)])?.kind == .forbidden)
  }

  private let kiosk = BundleRecipient(machine: "hall-3", groups: ["museum"])

  private func kind(_ manifest: BundleManifest, on day: String = "2026-11-28") throws -> BundleFault.Kind? {
    manifest.objection(for: kiosk, on: try #require(UTCDay(day)))?.kind
  }

  @Test func conditionsSelectMachines() throws {
    #expect(try kind(BundleManifest(number: 1)) == nil)
    #expect(try kind(BundleManifest(number: 1, machines: ["hall-3"])) == nil)
    #expect(try kind(BundleManifest(number: 1, machines: ["hall-4"])) == .other)
    #expect(try kind(BundleManifest(number: 1, groups: ["cafe", "museum"])) == nil)
    #expect(try kind(BundleManifest(number: 1, machines: ["hall-4"], groups: ["museum"])) == nil)
    #expect(try kind(BundleManifest(number: 1, machines: ["museum"], groups: ["hall-3"])) == .other)
  }

  @Test func onlyBundlesThatExpireNeedTheClock() throws {
    let (made, last) = (UTCDay("2026-11-01"), UTCDay("2026-11-28"))
    let limited = BundleManifest(number: 1, made: made, expires: last)
    #expect(try kind(limited) == nil && kind(limited, on: "2026-11-29") == .expired)
    #expect(try kind(limited, on: "1970-01-01") == .clock)
    #expect(try kind(BundleManifest(number: 1, made: made), on: "1970-01-01") == nil)
    #expect(try kind(BundleManifest(number: 1, expires: last), on: "1970-01-01") == nil)
  }

  @Test func partsAreForSomeKiosks() {
    #expect(BundlePath.Part.all.isFor(kiosk) && BundlePath.Part.group("museum").isFor(kiosk))
    #expect(!BundlePath.Part.group("hall-3").isFor(kiosk) && BundlePath.Part.machine("hall-3").isFor(kiosk))
    #expect(!BundlePath.Part.machine("hall-4").isFor(kiosk))
  }
}
