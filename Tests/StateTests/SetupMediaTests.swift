import Foundation
import Shell
import Testing

@testable import State

/// Pictures and texts on USB drives with hostile names, links and sizes.
struct SetupMediaTests {
  private let directory: Place
  private var stick: String { directory.path + "/stick" }
  private var media: SetupMedia { SetupMedia(roots: [stick], keep: directory.path + "/kept") }

  /// A temporary directory for the test.
  private final class Place {
    let path = NSTemporaryDirectory() + "rotunda-media-\(UUID().uuidString)"
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  init() throws {
    directory = Place()
    try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
  }

  private func write(_ text: String, to name: String) throws {
    let url = URL(filePath: "\(stick)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func medium(_ name: String, isPicture: Bool = false) -> SetupMedium {
    SetupMedium(path: "\(stick)/\(name)", name: name, isPicture: isPicture, revision: 0)
  }

  @Test func picturesOfDirectoriesAreListed() throws {
    for name in ["b.PNG", "a.jpg", ".c.png", "d.txt", "e", "f.webp/g"] { try write("x", to: name) }
    let paths = SetupMedia.picturePaths(in: [stick + "/none", stick])
    #expect(paths == ["a.jpg", "b.PNG", "f.webp"].map { "\(stick)/\($0)" })
  }

  @Test func picturesAndTextsAreFound() throws {
    for name in [
      "Z.JPG", "a/b.md", "logo.svg", "notes.txt", "film.mp4", ".hidden.png", "noending", "a/.x/c.png",
    ] {
      try write("x", to: name)
    }
    let found = media.find()
    #expect(found.map(\.name) == ["b", "logo", "notes", "Z"])
    #expect(found.map(\.isPicture) == [false, true, false, true])
    #expect(found.allSatisfy { $0.path.hasPrefix(stick) })
  }

  @Test func linksAreNotFollowed() throws {
    try write("secret", to: "real/secret.txt")
    let files = FileManager.default
    try files.createDirectory(atPath: stick + "/links", withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: stick + "/links/a.txt", withDestinationPath: "/etc/passwd")
    try files.createSymbolicLink(atPath: stick + "/links/all", withDestinationPath: "/")
    #expect(media.find().map(\.name) == ["secret"])
    #expect(media.keep(medium("links/a.txt")) == nil)
  }

  @Test func pipesAndEmptyFilesAreNotUsed() throws {
    mkfifo(stick + "/pipe.txt", 0o600)
    try write("", to: "empty.txt")
    #expect(media.find().map(\.name) == ["empty"])
    for name in ["pipe.txt", "empty.txt", "missing.txt"] {
      #expect(media.keep(medium(name)) == nil, "\(name)")
    }
  }

  @Test func namesAreShownWithoutTricks() throws {
    try write("x", to: "line\nfeed.txt")
    try write("x", to: "turned\u{202E}gpj.txt")
    try write("x", to: String(repeating: "l", count: 200) + ".txt")
    let names = media.find().map(\.name)
    #expect(names == ["linefeed", String(repeating: "l", count: 80), "turnedgpj"])
  }

  @Test func deepAndManyFilesHaveLimits() throws {
    try write("x", to: "1/2/3/4/seen.txt")
    try write("x", to: "1/2/3/4/5/unseen.txt")
    #expect(media.find().map(\.name) == ["seen"])
    for number in 0..<320 { try write("x", to: "\(number).txt") }
    #expect(media.find().count == 300)
  }

  @Test func copiesOutliveTheDrive() throws {
    try write("# Plan", to: "Plän & Bau!.md")
    let copy = try #require(media.keep(medium("Plän & Bau!.md")))
    try FileManager.default.removeItem(atPath: stick)
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "# Plan")
    let name = URL(filePath: copy).lastPathComponent
    #expect(name.wholeMatch(of: /pl-n-bau-md-[a-z0-9]+\.md/) != nil, "\(name)")
  }

  @Test func sameNamesOfOtherFilesStayApart() throws {
    try write("1", to: "a/plan.txt")
    try write("2", to: "b/plan.txt")
    let copies = media.find().compactMap { media.keep($0) }
    #expect(Set(copies).count == 2)
    #expect(media.find().compactMap { media.keep($0) } == copies, "the same file is one copy")
  }

  @Test func nonUTF8TextIsRefused() throws {
    try write("a\u{0}b", to: "a.txt")
    #expect(media.keep(medium("a.txt")) == nil)
  }

  @Test func tooLargeATextIsRefused() throws {
    try write(String(repeating: "x", count: 600 << 10), to: "a.txt")
    #expect(media.keep(medium("a.txt")) == nil)
    #expect(media.keep(medium("a.txt", isPicture: true)) != nil, "a picture may be as large")
  }

  private func bundles(sticks: [String]? = nil) -> StickBundle? {
    SetupMedia(
      roots: [], sticks: sticks ?? [stick], keep: nil, keys: directory.path + "/stick/keys"
    ).bundle()
  }

  @Test func lastBundleOnAStickIsOffered() throws {
    for name in ["keys/a.pem", "usb/a.rotunda-bundle", "user/usb/in/b.rotunda-bundle", "usb/c.rotunda"] {
      try write("x", to: name)
    }
    try write("x", to: "user/usb/in/deep/c.rotunda-bundle")
    try write("x", to: "usb/.d.rotunda-bundle")
    let found = StickBundle(path: "\(stick)/user/usb/in/b.rotunda-bundle", name: "b.rotunda-bundle")
    #expect(bundles() == found)
    #expect(bundles(sticks: [stick + "/none"]) == nil)
    #expect(media.find().isEmpty, "bundles are no pictures")
    try FileManager.default.removeItem(atPath: stick + "/keys/a.pem")
    #expect(bundles() == nil, "a kiosk without keys takes no bundle")
  }

  @Test func bundlesBehindLinksAreNotOffered() throws {
    try write("x", to: "keys/a.pem")
    let files = FileManager.default
    try files.createDirectory(atPath: directory.path + "/other", withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: directory.path + "/other/a.rotunda-bundle"))
    try files.createSymbolicLink(atPath: stick + "/all", withDestinationPath: directory.path + "/other")
    try files.createSymbolicLink(
      atPath: stick + "/b.rotunda-bundle", withDestinationPath: directory.path + "/other/a.rotunda-bundle")
    mkfifo(stick + "/c.rotunda-bundle", 0o600)
    #expect(bundles() == nil)
    #expect(bundles(sticks: [stick + "/all"]) == nil)
  }

  @Test func applicationsHaveNamesInTheLanguage() throws {
    try write(
      "[Desktop Entry]\nType=Application\nName=Clock\nName[de]=Uhr\nExec=true\nIcon=clock\n",
      to: "applications/b.desktop")
    try write(
      "[Desktop Entry]\nType=Application\nName=Hidden\nNoDisplay=true\nExec=true\n",
      to: "applications/c.desktop")
    try write(
      "[Desktop Entry]\nType=Application\nName=Shell\nTerminal=true\nExec=true\n",
      to: "applications/d.desktop")
    try write("nonsense", to: "applications/e.desktop")
    let environment = ProcessEnvironment(variables: ["XDG_DATA_DIRS": stick, "PATH": "/usr/bin:/bin"])
    let facts = SetupFacts(nil, environment)
    #expect(facts.applications(language: "de").map(\.name) == ["Uhr"])
    #expect(facts.applications(language: nil).map(\.id) == ["b"])
  }
}
