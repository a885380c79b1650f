import Artwork
import CompiledCatalogs
import Configuration
import Foundation
import Freedesktop
import RotundaGeometry
import Languages
import Programs
import Scene
import Testing

@testable import Shell

/// Words on keys and controls fit and are complete in every language, measured with this machine's fonts.
@MainActor @Suite(.serialized) struct KeyWordsTests {
  private let worker: ArtworkWorker

  init() throws {
    let icons = IconLookup(files: NoFiles(), directories: DataDirectories(environment: [:]))
    worker = try ArtworkWorker(languages: ["en"], icons: icons)
  }

  /// Languages, each with a sample word that shows whether a font covers it.
  private nonisolated static let languages = [
    ("de", "ä"), ("fr", "é"), ("es", "ñ"), ("ar", "موافق"), ("zh", "确定"), ("ja", "決定"),
  ]
  private nonisolated static let looks: [(size: Size, textScale: Double)] = [
    (Size(800, 480), 1), (Size(1280, 800), 1), (Size(1280, 800), 2), (Size(1080, 1920), 1),
    (Size(1080, 1920), 2),
  ]

  /// Creates a shell with a PIN in a language.
  private static func shell(_ tag: String, _ size: Size, _ textScale: Double) throws -> Shell {
    var configuration = KioskConfiguration()
    configuration.access.textScale = textScale
    configuration.admin.pin = .hash(try #require(PINHash("$y$j9T$salt$hash")))
    var (shell, effects) = (Shell(configuration: configuration, shelves: []), [ShellEffect]())
    shell.handle(.resized(size, scale: 1), at: 1, into: &effects)
    shell.handle(.remembered(isLocked: false), at: 1, into: &effects)
    if tag != "en" { shell.handle(.languages([tag], try words(tag)), at: 1, into: &effects) }
    return shell
  }

  private static func words(_ tag: String) throws -> Localizer {
    let catalog: Catalog = try #require(try Catalog.compiled(tag))
    return Localizer(catalog)
  }

  /// Skips a language that no installed font covers.
  private static func requireLetters(of tag: String, _ sample: String) throws {
    guard !FontSurvey().canWrite(sample) else { return }
    // Swift Testing prints nothing about canceled cases.
    print("➜ Test case of \(Test.current?.name ?? "") skipped: no font here has the letters of \(tag)")
    try Test.cancel()
  }

  /// Returns the size of a text in a place, or in a very large place by default.
  private func measure(_ block: TextBlock, in room: PixelSize = PixelSize(4000, 4000)) throws -> PixelSize {
    worker.request(Picture(.text(block), size: room, scale: 1), priority: 0)
    var finished: [FinishedPicture] = []
    while finished.isEmpty {
      var ready = pollfd(fd: worker.readyDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, -1)
      worker.takeFinished(into: &finished)
    }
    return try #require(finished.first).bitmap.size
  }

  private static func block(_ writing: Writing) -> TextBlock? {
    if case .text(let block) = writing.picture.content { block } else { nil }
  }

  @Test(arguments: languages) func padKeysShowTheirWords(tag: String, sample: String) throws {
    try Self.requireLetters(of: tag, sample)
    for (size, textScale) in Self.looks {
      var (shell, effects) = (try Self.shell(tag, size, textScale), [ShellEffect]())
      shell.perform(.admin, into: &effects)
      let pad = try #require(shell.pad)
      let side = try #require(pad.layout).keySide
      for (key, sign) in pad.writing.signs {
        let block = try #require(Self.block(sign))
        let width = Double(try measure(block).width)
        #expect(width <= 0.85 * side, "“\(block.text)” on \(key) is \(width) of \(side) on \(size)")
      }
    }
  }

  @Test(arguments: languages) func wordsOnTheSystemsControlsAreWhole(tag: String, sample: String) throws {
    try Self.requireLetters(of: tag, sample)
    for (size, textScale) in Self.looks {
      var (shell, effects) = (try Self.shell(tag, size, textScale), [ShellEffect]())
      shell.withOutbox(&effects) { $0.showSystem() }
      let page = try #require(shell.systemPage)
      #expect(page.controls.count >= 4)
      for writing in page.labels {
        let block = try #require(Self.block(writing))
        let room = writing.picture.size
        var tall = room
        tall.height = 4000
        #expect(
          try measure(block, in: room) == measure(block, in: tall),
          "“\(block.text)” is cut off in \(room) on \(size) at \(textScale)")
        // Chinese and Japanese lines may break at nearly every character.
        guard tag != "zh", tag != "ja" else { continue }
        for word in block.text.split(separator: " ") {
          var part = block
          part.text = String(word)
          #expect(
            try measure(part).width <= room.width,
            "“\(word)” is broken in \(room) on \(size) at \(textScale)")
        }
      }
    }
  }

  @Test(arguments: [Size(640, 480), Size(800, 480), Size(1280, 800)], [1.0, 2, 3])
  func messageButtonShowsItsWholeWord(size: Size, textScale: Double) throws {
    var configuration = KioskConfiguration()
    configuration.access.textScale = textScale
    let tile = LauncherTile(name: "Plan", icon: nil, action: .start(Command(["true"])))
    let shelf = LauncherShelf(settings: configuration.carousel, tiles: [tile])
    var (shell, effects) = (Shell(configuration: configuration, shelves: [shelf]), [ShellEffect]())
    shell.handle(.resized(size, scale: 1), at: 1, into: &effects)
    shell.perform(.openTile("Plan"), into: &effects)
    shell.handle(.startFailed(ProgramID(1), .notFound), at: 2, into: &effects)
    let writing = try #require(shell.notice?.button)
    let block = try #require(Self.block(writing))
    #expect(try measure(block, in: writing.picture.size) == measure(block), "in \(writing.picture.size)")
  }

  private nonisolated static let crash = Message.endedBadly(
    tile: "Floor plan", command: [], .signaled(signal: 11, coreDumped: false))
  private nonisolated static let messages: [Message] = [
    crash, .startFailed(tile: "Floor plan", command: [], .notFound), .restarting(because: crash, seconds: 4),
    .stillThere(seconds: 20), .noPIN, .notAvailable(tile: "Floor plan"), .timeIsUp(tile: "Floor plan"),
    .announcement(
      "We close in ten minutes.\nThe way out is to the left, past the cloakroom and down the stairs."),
  ]

  private static var shelf: LauncherShelf {
    let tile = LauncherTile(name: "Plan", icon: nil, action: .start(Command(["true"])))
    return LauncherShelf(settings: KioskConfiguration().carousel, tiles: [tile])
  }

  /// At large text sizes, a message is complete on the smallest screens.
  @Test(arguments: [("en", "a")] + languages) func messagesInLargeLettersAreWhole(tag: String, sample: String)
    throws
  {
    try Self.requireLetters(of: tag, sample)
    for (size, textScale) in [
      (Size(640, 480), 3), (Size(640, 480), 1.5), (Size(800, 480), 3), (Size(480, 800), 2),
      (Size(1080, 1920), 3),
    ] {
      for message in Self.messages {
        var shell = try Self.shell(tag, size, textScale)
        var effects: [ShellEffect] = []
        shell.handle(.shelves([Self.shelf]), at: 1, into: &effects)
        let isRetried = [Self.messages[0], Self.messages[1]].contains(message)
        shell.withOutbox(&effects) {
          let end = message.secondsLeft.map { 1 + Double($0) }
          $0.show(Notice(message, expires: nil, retry: isRetried ? "Plan" : nil, countdownEnd: end))
        }
        let notice = try #require(shell.notice)
        for writing in [notice.title, notice.detail, notice.button].compactMap(\.self)
          + (shell.panels.notice.question?.writings ?? [])
        {
          let block = try #require(Self.block(writing))
          let room = writing.picture.size
          let measured = try measure(block, in: room)
          #expect(
            try measured == measure(block, in: PixelSize(room.width, 4000)),
            "“\(block.text)” is cut off in \(room) on \(size) at \(textScale)")
          shell.handle(.pictureReady(writing.picture, size: measured), at: shell.clock, into: &effects)
        }
        let area = try #require(shell.notice.flatMap { shell.panels.notice.frame(of: $0) })
        #expect(
          area.origin.x >= 0 && area.origin.y >= 0 && area.maxX <= size.width && area.maxY <= size.height,
          "\(message) takes \(area) of \(size) at \(textScale)")
      }
    }
  }
}

/// A machine without files.
private struct NoFiles: FileAccess {
  func contents(of path: String, limit: Int) -> [UInt8]? { nil }
  func names(in directory: String) -> [String] { [] }
  func kind(of path: String) -> FileKind? { nil }
}
