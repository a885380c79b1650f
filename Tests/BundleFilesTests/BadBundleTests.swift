import Archives
import Bundles
import Foundation
import SeededRandom
import Testing

@testable import BundleFiles

/// Bundles that a kiosk refuses, before it unpacks anything.
@Suite struct BadBundleTests {
  private let stage: BundleStage

  init() throws { stage = try BundleStage() }

  private var keys: [BundleSignature.Key] { [.init(name: "fleet.pem", pem: stage.publicKey)] }

  /// Returns the fault of a bundle; nil if its archive is right.
  private func fault(_ bytes: [UInt8], _ keys: [BundleSignature.Key]? = nil) -> BundleFault? {
    do throws(BundleFault) {
      let (archive, _) = try BundleSignature.archive(in: bytes, signedWith: keys ?? self.keys)
      _ = try BundleArchive(archive)
      return nil
    } catch {
      return error
    }
  }

  private func fault(of files: [(path: String, bytes: [UInt8])]) throws -> BundleFault? {
    fault(try stage.signed(files))
  }

  @Test func signedBundleIsTaken() throws {
    #expect(try fault(of: BundleStage.files(7, [("groups/museum/a.toml", "")])) == nil)
  }

  @Test func bundleWithoutARightSignatureIsRefused() throws {
    let archive = try ZipArchive.bytes(of: BundleStage.files(7))
    let signed = try BundleSignature.signed(archive, with: stage.key)
    #expect(fault(archive)?.message.contains("has no signature") == true)
    #expect(fault([])?.kind == .damaged && fault(Array("<!doctype html>".utf8))?.kind == .damaged)
    #expect(fault(Array(signed.prefix(100)))?.message == "has no complete signature")
    #expect(fault(Array(signed.dropLast()))?.kind == .unsigned, "a byte is missing")
    #expect(fault(signed + [0])?.kind == .unsigned, "a byte too many")
    #expect(fault(signed, [])?.message.contains("no key") == true)
    let other = try BundleSignature.newKey()
    #expect(fault(signed, [.init(name: "other", pem: other.publicKey)])?.kind == .unsigned)
    #expect(fault(signed, [.init(name: "other", pem: other.publicKey)] + keys) == nil)
    #expect(
      fault(signed, [.init(name: "bad", pem: Array("text".utf8))])?.message.contains("bad is not") == true)
    let upper = Array(String(decoding: signed.prefix(145), as: UTF8.self).uppercased().utf8)
    #expect(fault(upper + signed.dropFirst(145))?.kind == .damaged, "another form of the lines")
    let large = [UInt8](repeating: 0, count: SignedBundle.sizeLimit + 1)
    #expect(fault(large)?.message.contains("larger than") == true)
  }

  @Test func everyChangedByteIsNoticed() throws {
    let signed = try stage.signed(BundleStage.files(7))
    var random = SeededGenerator(seed: 5)
    for index in stride(from: 0, to: signed.count, by: 7) {
      var bytes = signed
      bytes[index] ^= UInt8(1 << random.integer(0...7))
      #expect(fault(bytes) != nil, "byte \(index)")
    }
  }

  @Test(arguments: [
    "../a.toml", "/etc/rotunda/rotunda.toml", "all/../../a", ".hidden", "all/.hidden", "etc/rotunda.toml",
    "all/a\\b", "all/c:d", "groups/a.toml", "machines/../all/x", "all/a\u{7F}",
  ])
  func fileOutsideOfThePartsIsRefused(path: String) throws {
    let fault = try fault(of: BundleStage.files(7, [(path, "")]))
    #expect(fault?.kind == .forbidden, "\(fault as Any)")
  }

  @Test func filesWithTheSameNameAreRefused() throws {
    #expect(try fault(of: BundleStage.files(7, [("all/TILES.toml", "")]))?.message == "appears twice")
    let both = [("all/a", ""), ("all/a/b", "")]
    #expect(try fault(of: BundleStage.files(7, both))?.message == "is a file and a folder")
  }

  /// A signed bundle whose central directory has another mode for `all/tiles.toml`.
  private func bundle(mode: UInt32) throws -> [UInt8] {
    var bytes = try ZipArchive.bytes(of: BundleStage.files(7))
    let name = Array("all/tiles.toml".utf8)
    let start = try #require(
      bytes.indices.last {
        bytes[$0...].starts(with: [0x50, 0x4b, 1, 2]) && bytes[($0 + 46)...].starts(with: name)
      })
    for byte in 0..<4 { bytes[start + 38 + byte] = UInt8((mode << 16) >> (8 * UInt32(byte)) & 0xff) }
    return try BundleSignature.signed(bytes, with: stage.key)
  }

  @Test(
    arguments: [
      (0o100644, nil), (0, nil), (0o100755, "is executable (chmod -x)"),
      (0o120777, "is a link or a device, not a file"), (0o020666, "is a link or a device, not a file"),
      (0o010644, "is a link or a device, not a file"),
    ] as [(UInt32, String?)])
  func linksDevicesAndProgramsAreRefused(mode: UInt32, expected: String?) throws {
    #expect(fault(try bundle(mode: mode))?.message == expected)
  }

  @Test func bombsAreRefusedBeforeTheyAreUnpacked() throws {
    let bomb = [(path: "all/zeros", bytes: [UInt8](repeating: 0, count: (64 << 20) + 1))]
    let bytes = try stage.signed(BundleStage.files(7) + bomb)
    #expect(bytes.count < 1 << 20)
    #expect(fault(bytes)?.message.contains("larger than 64 MiB") == true)
    let many = (0...BundleFileList.fileLimit).map { (path: "all/\($0)", bytes: [UInt8]()) }
    #expect(try fault(of: BundleStage.files(7) + many)?.message.contains("more than 5000 files") == true)
  }

  @Test(arguments: [
    "number = 0", "number = -1", "number = 1.5", "number = \"7\"", "", "number = 7\nnumber = 8", "nonsense",
    "number = 7\nexpire = \"2027-01-31\"", "number = 7\nexpires = 2027-01-31",
    "number = 7\nexpires = \"2027-02-30\"", "number = 7\nmachines = []", "number = 7\nmachines = \"hall-3\"",
    "number = 7\ngroups = [\"../x\"]", "number = 99999999999999999999",
  ])
  func wrongManifestIsRefused(text: String) throws {
    let files = [(path: "bundle.toml", bytes: Array(text.utf8))]
    #expect(try fault(of: files)?.kind == .manifest)
  }

  @Test func missingManifestIsRefused() throws {
    #expect(try fault(of: [(path: "all/tiles.toml", bytes: [])])?.kind == .manifest)
  }

  /// An archive with a right signature can still be damaged: the key's owner may have signed a broken file.
  @Test func signedNonsenseIsRefused() throws {
    let archive = try ZipArchive.bytes(
      of: BundleStage.files(7, [("all/a", String(repeating: "text ", count: 99))]))
    var random = SeededGenerator(seed: 11)
    var refused = 0
    for _ in 0..<500 {
      var bytes = archive
      for _ in 0..<random.integer(1...4) {
        bytes[random.integer(0...(bytes.count - 1))] = UInt8(random.integer(0...255))
      }
      if random.chance(0.3) { bytes.removeLast(random.integer(1...(bytes.count - 1))) }
      if fault(try BundleSignature.signed(bytes, with: stage.key)) != nil { refused += 1 }
    }
    #expect(refused > 250)
    #expect(fault(try BundleSignature.signed(Array("text".utf8), with: stage.key))?.kind == .damaged)
  }

  /// A content that does not match its checksum is noticed when it is unpacked, and leaves nothing behind.
  @Test func damagedContentLeavesNothing() throws {
    let text = (0..<200).map { "\($0 * 7919) " }.joined()
    var bytes = try ZipArchive.bytes(of: BundleStage.files(7, [("all/a", text)]))
    let name = Array("all/a".utf8)
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) }) + name.count
    for index in start..<(start + 40) { bytes[index] ^= 0x5A }
    guard let archive = try? BundleArchive(bytes) else { return }
    let store = stage.store
    let fault = #expect(throws: BundleFault.self) {
      try store.exclusively { () throws(BundleFault) in
        try store.unpack(archive, for: BundleRecipient(machine: "a", groups: [])) { _ in }
      }
    }
    #expect(fault?.kind == .damaged)
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.directory) == ["lock"])
  }
}
