import Bundles
import Credentials
import Editing
import Foundation
import TemporaryFiles
import Testing

/// Bundles on USB sticks, which the real editor's service copies from an open file.
@Suite(.serialized) struct BundleIntakeTests {
  private static let operators = "[brand]\nname = \"Museum\"\n"

  private func client(_ stage: EditorStage) -> EditorServiceClient {
    EditorServiceClient(socket: stage.path("editor-socket"))
  }

  /// Asks the service to copy a file that is opened with flags. Returns its first answer.
  private func take(
    _ path: String, _ ticket: PINTicket?, _ stage: EditorStage, flags: Int32 = O_RDONLY | O_NONBLOCK
  ) throws -> BundleCopy? {
    let file = open(path, flags | O_CLOEXEC)
    try #require(file >= 0, "\(path)")
    defer { close(file) }
    return client(stage).ask(.take(ticket ?? PINTicket()), file: file)
  }

  /// Waits for the end of a copy.
  private func end(_ first: BundleCopy?, _ stage: EditorStage) -> BundleCopy? {
    var copy = first
    let limit = Date.now + 60
    while copy?.isCopying == true, Date.now < limit {
      usleep(10_000)
      copy = client(stage).ask(.state)
    }
    return copy
  }

  /// The names beside the copy.
  private func names(_ stage: EditorStage) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: stage.path("state/stick"))) ?? []
  }

  private func write(_ size: Int, to name: String, _ stage: EditorStage) throws -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<(size / 8 + 1)).flatMap { _ in
      withUnsafeBytes(of: generator.next()) { Array($0) }
    }.prefix(size)
    try Data(bytes).write(to: URL(filePath: stage.path(name)))
    return Array(bytes)
  }

  @Test func copyIsEqualToTheFile() throws {
    let stage = try EditorStage(Self.operators, hasPIN: true)
    let ticket = try #require(try stage.ticket())
    let bytes = try write((3 << 20) + 5, to: "a", stage)
    let first = try take(stage.path("a"), ticket, stage)
    #expect(first == .copying(percent: 0), "the answer does not wait for the copy")
    #expect(end(first, stage) == .copied && names(stage) == ["bundle"])
    let copy = stage.path("state/stick/bundle")
    #expect(try Array(Data(contentsOf: URL(filePath: copy))) == bytes)
    var status = stat()
    #expect(stat(copy, &status) == 0 && status.st_mode & 0o777 == 0o600)
    // The installation has not removed it yet.
    #expect(try take(stage.path("a"), ticket, stage) == .refused(.busy))
    unlink(copy)
    let other = try write(70_000, to: "b", stage)
    #expect(end(try take(stage.path("b"), ticket, stage), stage) == .copied)
    #expect(try Array(Data(contentsOf: URL(filePath: copy))) == other)
  }

  @Test func copyBeginsAtTheStartOfTheFile() throws {
    let stage = try EditorStage(Self.operators, hasPIN: true)
    let bytes = try write(5000, to: "a", stage)
    let file = open(stage.path("a"), O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    lseek(file, 4000, SEEK_SET)
    let ticket = try #require(try stage.ticket())
    #expect(end(client(stage).ask(.take(ticket), file: file), stage) == .copied)
    #expect(try Array(Data(contentsOf: URL(filePath: stage.path("state/stick/bundle")))) == bytes)
  }

  @Test func copyNeedsATicket() throws {
    let stage = try EditorStage(Self.operators, hasPIN: true)
    _ = try write(100, to: "a", stage)
    #expect(try take(stage.path("a"), nil, stage) == .refused(.noRight))
    let ticket = try #require(try stage.ticket())
    #expect(PINServiceClient(socket: stage.path("pin-socket")).ask(.forget(ticket)) == .right)
    #expect(try take(stage.path("a"), ticket, stage) == .refused(.noRight))
    #expect(client(stage).ask(.state) == .idle && names(stage).isEmpty)
  }

  @Test func firstRunCopiesNothing() throws {
    let stage = try EditorStage(nil, hasPIN: false)
    _ = try write(100, to: "a", stage)
    #expect(client(stage).ask(EditorRequest(checking: nil)) == .allowed(seconds: nil))
    #expect(try take(stage.path("a"), nil, stage) == .refused(.noRight))
    #expect(try stage.send(Array("bundle first\n".utf8)).isEmpty)
    #expect(names(stage).isEmpty)
  }

  @Test func onlyReadableFilesAreCopied() throws {
    let stage = try EditorStage(Self.operators, hasPIN: true)
    let ticket = try #require(try stage.ticket())
    _ = try write(100, to: "a", stage)
    _ = try write(0, to: "empty", stage)
    symlink(stage.path("a"), stage.path("link"))
    mkfifo(stage.path("pipe"), 0o600)
    // O_PATH, which Swift does not import.
    let pathOnly: Int32 = 0o10_000_000
    let refused: [(name: String, flags: Int32)] = [
      ("empty", O_RDONLY), ("pipe", O_RDONLY | O_NONBLOCK), ("link", pathOnly | O_NOFOLLOW),
      ("a", pathOnly), ("a", O_WRONLY), ("state", O_RDONLY | O_DIRECTORY),
    ]
    for (name, flags) in refused {
      let copy = end(try take(stage.path(name), ticket, stage, flags: flags), stage)
      #expect(copy == .refused(.unreadable), "\(name) \(flags): \(String(describing: copy))")
    }
    #expect(try take("/dev/zero", ticket, stage) == .refused(.unreadable))
    #expect(client(stage).ask(.take(ticket)) == .refused(.unreadable), "no file came with the request")
    #expect(names(stage).isEmpty)
    #expect(end(try take(stage.path("a"), ticket, stage), stage) == .copied)
  }

  @Test func tooLargeAFileIsRefused() throws {
    let stage = try EditorStage(Self.operators, hasPIN: true)
    let ticket = try #require(try stage.ticket())
    for (size, isTooLarge) in [(SignedBundle.sizeLimit + 1, true), (SignedBundle.sizeLimit, false)] {
      _ = FileManager.default.createFile(atPath: stage.path("a"), contents: nil)
      #expect(truncate(stage.path("a"), off_t(size)) == 0)
      let copy = end(try take(stage.path("a"), ticket, stage), stage)
      #expect(copy == (isTooLarge ? .refused(.tooLarge) : .copied), "\(String(describing: copy))")
      #expect(names(stage).isEmpty == isTooLarge)
    }
  }

  @Test func fullDiskLeavesNothing() throws {
    // The service can write no file of more than a megabyte.
    let stage = try EditorStage(
      Self.operators, hasPIN: true,
      tracer: ["env", "--ignore-signal=XFSZ", "prlimit", "--fsize=1000000"])
    let ticket = try #require(try stage.ticket())
    _ = try write(3 << 20, to: "a", stage)
    #expect(end(try take(stage.path("a"), ticket, stage), stage) == .refused(.disk))
    #expect(names(stage).isEmpty)
    _ = try write(900_000, to: "b", stage)
    #expect(end(try take(stage.path("b"), ticket, stage), stage) == .copied && names(stage) == ["bundle"])
  }

  @Test func incompleteCopyIsRemovedAtTheNextStart() throws {
    let directory = try TemporaryDirectory()
    for name in ["bundle", "bundle.part"] { try directory.write("stick/\(name)", "x") }
    _ = BundleIntake("\(directory.path)/stick")
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/stick") == ["bundle"])
  }

  // MARK: Messages

  @Test func messagesSurviveARoundTrip() throws {
    for request in [BundleCopyRequest.state, .take(PINTicket())] {
      #expect(BundleCopyRequest(bytes: request.bytes) == request)
      #expect(EditorRequest(bytes: request.bytes) == nil && NetworkRequest(bytes: request.bytes) == nil)
    }
    let copies = [BundleCopy.idle, .copying(percent: 0), .copying(percent: 100), .copied]
    for copy in copies + BundleCopy.Refusal.allCases.map({ .refused($0) }) {
      #expect(BundleCopy(bytes: copy.bytes) == copy)
    }
  }

  @Test(arguments: [
    "", "bundle", "bundle ", "bundle \n", "bundle first\n", "bundle state", "bundle state\n\n",
    "bundle  state\n",
    "bundle 0123456789abcdef0123456789abcde\n", "bundle 0123456789abcdef0123456789abcdeg\n",
    "save 0123456789abcdef0123456789abcdef\n", "idle", "copying", "copying -1", "copying 101", "copying x",
    "copied 1", "refused", "refused x", "refused busy busy",
  ]) func otherMessagesAreRefused(text: String) {
    #expect(BundleCopyRequest(bytes: Array(text.utf8)) == nil)
    #expect(text == "idle" || BundleCopy(bytes: Array(text.utf8)) == nil)
  }
}
