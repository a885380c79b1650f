import Foundation
import RotundaGeometry
import Scene
import Testing

@testable import Artwork

/// Pictures, valid and invalid, decoded by real processes.
struct IsolatedDecoderTests {
  private static let probe = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "DecoderProbe").path
  private static let serving = DecoderProgram(path: probe, words: ["DecoderProbe", "serve"])
  private static let room = PixelSize(64, 64)
  private static let writing =
    "<text x=\"1\" y=\"12\" font-family=\"sans-serif\" font-size=\"10\" fill=\"#fff\">Ag</text>"
  /// A picture that takes minutes to decode.
  private static let endless = {
    let filters = (0..<200).map {
      "<filter id=\"f\($0)\"><feTurbulence baseFrequency=\"0.9\" numOctaves=\"200\" seed=\"\($0)\"/></filter>"
        + "<rect width=\"16\" height=\"16\" filter=\"url(#f\($0))\"/>"
    }
    return TestPictures.svg(filters.joined())
  }()

  private let folder: ScratchFolder
  private let turn = LargePictureLimit()
  private let stopSwitch = DecoderSwitch()

  init() throws { folder = try ScratchFolder() }

  private func decoder(_ words: [String] = ["serve"], seconds: Int = 60) -> IsolatedDecoder {
    let program = DecoderProgram(path: Self.probe, words: ["DecoderProbe"] + words)
    return IsolatedDecoder(program, turn: turn, stopSwitch: stopSwitch, seconds: seconds)
  }

  private func decode(
    _ path: String, with decoder: some PictureDecoding, isForeign: Bool = false
  ) throws(IconProblem) -> Bitmap {
    try decoder.decode(PictureFile(path), within: Self.room, covers: false, isForeign: isForeign)
  }

  private func failure(_ path: String, with decoder: IsolatedDecoder) -> DecoderFailure? {
    do throws(IconProblem) {
      _ = try decode(path, with: decoder)
      return nil
    } catch {
      guard case .notDecoded(path, let failure) = error else { return nil }
      return failure
    }
  }

  private func png() throws -> String {
    let path = folder.path("small.png")
    try TestPictures.png(PixelSize(20, 10), Color(1, 0.5, 0, 0.5), to: path)
    return path
  }

  @Test func isolatedDecoderGivesTheSamePictures() throws {
    let jpeg = try #require(Data(base64Encoded: PictureDecoderTests.jpeg))
    let webp = try #require(Data(base64Encoded: PictureDecoderTests.webp))
    let rectangle = "<rect width=\"8\" height=\"16\" fill=\"#f00\"/>"
    let paths = [
      try png(), try folder.write(jpeg, as: "photograph"), try folder.write(webp, as: "webp"),
      try folder.write(TestPictures.svg(rectangle), as: "drawing"),
      try folder.write(TestPictures.svg(rectangle + Self.writing), as: "writing"),
      // Another picture of the first kind.
      try png(),
    ]
    let decoder = decoder()
    for path in paths {
      do throws(IconProblem) {
        let expected = try decode(path, with: DecoderInPlace())
        let bitmap = try decode(path, with: decoder)
        let isSame = bitmap.bytes == expected.bytes
        #expect(isSame, "\(path)")
        #expect(bitmap.size == expected.size && bitmap.isOpaque == expected.isOpaque)
      } catch {
        guard case .noDecoder = error else { throw error }
      }
    }
  }

  @Test func problemsAreThoseOfADecoderInPlace() throws {
    let huge = folder.path("huge.png")
    TestPictures.hugePNG(PixelSize(9000, 9000), to: huge)
    let path = try png()
    let cut = try folder.write(
      Data(contentsOf: URL(filePath: path)).dropLast(20), as: "cut.png")
    let broken = try folder.write("<svg xmlns=\"http://www.w3.org/2000/svg\"><rect", as: "broken.svg")
    let decoder = decoder()
    for path in [huge, cut, broken, folder.path("missing"), "/dev/zero"] {
      var problems: [IconProblem] = []
      do throws(IconProblem) { _ = try decode(path, with: DecoderInPlace()) } catch { problems.append(error) }
      do throws(IconProblem) { _ = try decode(path, with: decoder) } catch { problems.append(error) }
      #expect(problems.count == 2 && problems.first == problems.last, "\(problems)")
    }
    #expect(try decode(path, with: decoder).size == PixelSize(20, 10))
  }

  @Test(arguments: [
    "wider", "higher", "empty", "negative", "overflowing", "unknown", "unknown-failure", "a-few-bytes",
    "too-many-bytes", "ready-again", "large-twice", "with-descriptors",
  ])
  func nonsensicalResponseIsRefused(how: String) throws {
    let path = try png()
    let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    do {
      let decoder = decoder(["answer", how])
      #expect(failure(path, with: decoder) == .brokenAnswer)
      #expect(DecoderChildren.all().isEmpty)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count == before)
  }

  @Test func decoderCannotShrinkThePixelMemory() throws {
    let bitmap = try decode(try png(), with: decoder(["answer", "shrunk"]))
    #expect(bitmap.size == Self.room)
    let isClear = bitmap.bytes.allSatisfy { $0 == 0 }
    #expect(isClear)
  }

  @Test func aDecoderThatEndsLosesItsPicture() throws {
    let path = try png()
    #expect(failure(path, with: decoder(["answer", "gone"])) == .ended)
    #expect(failure(path, with: decoder(["answer", "crashed"])) == .killed(signal: SIGABRT))
    #expect(failure(path, with: decoder(["no-such-word"])) == .ended)
    #expect(failure(path, with: decoder(["answer", "silent"], seconds: 1)) == .outOfTime(seconds: 1))
    let program = DecoderProgram(path: "/nonexistent", words: ["nothing"])
    let none = IsolatedDecoder(program, turn: turn, stopSwitch: stopSwitch)
    #expect(failure(path, with: none) == .notStarted(reason: "No such file or directory"))
    #expect(DecoderChildren.all().isEmpty)
  }

  @Test func slowPictureIsGivenUpNextOneShown() throws {
    let endless = try folder.write(Self.endless, as: "endless.svg")
    let decoder = decoder(seconds: 1)
    #expect(failure(endless, with: decoder) == .outOfTime(seconds: 1))
    #expect(DecoderChildren.all().isEmpty)
    #expect(try decode(try png(), with: decoder).size == PixelSize(20, 10))
  }

  // Sanitizers handle SIGSEGV themselves.
  @Test(arguments: [SIGKILL, SIGABRT, SIGXCPU]) func aDecoderThatIsKilledLosesOnePicture(signal: Int32) throws
  {
    let endless = try folder.write(Self.endless, as: "endless.svg")
    let path = try png()
    let killer = Thread {
      DecoderChildren.awaitOneAtWork()
      for child in DecoderChildren.all() { kill(Int32(child) ?? 0, signal) }
    }
    let decoder = decoder()
    #expect(try decode(path, with: decoder).size == PixelSize(20, 10))
    killer.start()
    #expect(failure(endless, with: decoder) == .killed(signal: signal))
    #expect(try decode(path, with: decoder).size == PixelSize(20, 10))
  }

  @Test func decoderKilledBetweenPicturesLosesNone() throws {
    let path = try png()
    let decoder = decoder()
    #expect(try decode(path, with: decoder).size == PixelSize(20, 10))
    for child in DecoderChildren.all() { kill(Int32(child) ?? 0, SIGKILL) }
    while !DecoderChildren.all().isEmpty { usleep(5000) }
    #expect(try decode(path, with: decoder).size == PixelSize(20, 10))
  }

  @Test func decoderKilledBeforeReadingLosesNone() throws {
    let path = try png()
    let decoder = decoder()
    #expect(try decode(path, with: decoder).size == PixelSize(20, 10))
    // The worker sends it the next picture while it is stopped.
    for child in DecoderChildren.all() { kill(Int32(child) ?? 0, SIGSTOP) }
    let killer = Thread {
      usleep(200_000)
      for child in DecoderChildren.all() { kill(Int32(child) ?? 0, SIGKILL) }
    }
    killer.start()
    #expect(try decode(path, with: decoder).size == PixelSize(20, 10))
  }

  @Test func stoppingDoesNotWaitForAPicture() throws {
    let endless = try folder.write(Self.endless, as: "endless.svg")
    let stopSwitch = stopSwitch
    let stopper = Thread {
      DecoderChildren.awaitOneAtWork()
      stopSwitch.stop()
    }
    stopper.start()
    let decoder = decoder()
    #expect(failure(endless, with: decoder) == .stopped)
    #expect(failure(try png(), with: decoder) == .stopped)
    #expect(DecoderChildren.all().isEmpty)
  }

  @Test func onlyOneLargePictureIsDecodedAtOnce() throws {
    let large = folder.path("large.png")
    TestPictures.hugePNG(PixelSize(4000, 4000), to: large)
    let path = try png()
    turn.acquire()
    let isDone = DispatchSemaphore(value: 0)
    let (turn, stopSwitch) = (turn, stopSwitch)
    let thread = Thread {
      let decoder = IsolatedDecoder(Self.serving, turn: turn, stopSwitch: stopSwitch)
      let bitmap = try? decoder.decode(
        PictureFile(large), within: Self.room, covers: false, isForeign: false)
      #expect(bitmap?.size == Self.room)
      isDone.signal()
    }
    thread.start()
    // Its decoder sleeps, and small pictures overtake it.
    #expect(try decode(path, with: decoder()).size == PixelSize(20, 10))
    #expect(isDone.wait(timeout: .now() + 0.5) == .timedOut)
    turn.release()
    isDone.wait()
    // The large picture released its turn.
    turn.acquire()
    turn.release()
  }

  @Test func decoderInheritsNothingFromTheLauncher() throws {
    setenv("ROTUNDA_TEST_SECRET", "1", 1)
    defer { unsetenv("ROTUNDA_TEST_SECRET") }
    let decoder = decoder()
    _ = try decode(try png(), with: decoder)
    let child = try #require(DecoderChildren.all().first)
    let status = try String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
    #expect(status.hasPrefix("Name:\trotunda-picture\n"))
    #expect(status.contains("NoNewPrivs:\t1\n") && status.contains("Seccomp:\t2\n"))
    #expect(try String(contentsOfFile: "/proc/\(child)/oom_score_adj", encoding: .utf8) == "1000\n")
    let environment = try String(contentsOfFile: "/proc/\(child)/environ", encoding: .utf8)
    #expect(!environment.contains("SECRET"))
    // The decoder answers before it has closed the picture's descriptors.
    var descriptors: [String] = []
    let end = Date(timeIntervalSinceNow: 30)
    repeat {
      descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/fd").sorted()
    } while descriptors != ["0", "1", "2", "3"] && Date() < end
    #expect(descriptors == ["0", "1", "2", "3"])
    let limits = try String(contentsOfFile: "/proc/\(child)/limits", encoding: .utf8)
    for line in limits.split(separator: "\n")
    where line.hasPrefix("Max file size") || line.hasPrefix("Max core") {
      #expect(line.split(separator: " ").filter { $0 == "0" }.count == 2, "\(line)")
    }
    decoder.rest()
    #expect(DecoderChildren.all().isEmpty)
  }

  @Test(arguments: [
    ("open", EACCES), ("open-kept", 0), ("open-kept-for-writing", EACCES), ("open-itself", EACCES),
    ("stat", EACCES), ("stat-kept", 0), ("socket", EPERM), ("kill", EPERM), ("fork", EPERM),
    ("executable-memory", EPERM),
    ("raise-limit", EPERM), ("memory", 0), ("read", 0), ("thread", 0),
  ])
  func aConfinedProcessOnlyComputes(call: String, error: Int32) throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.probe)
    process.arguments = ["confined", call]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == error)
  }

  @Test func confinedProcessCannotExecuteAnother() throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.probe)
    process.arguments = ["confined", "execute"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGSYS)
  }
}

/// The decoder processes of this process.
enum DecoderChildren {
  static func all() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { name in
      guard let words = try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8),
        let status = try? String(contentsOfFile: "/proc/\(name)/status", encoding: .utf8)
      else { return false }
      return words.hasPrefix("DecoderProbe") && status.contains("PPid:\t\(getpid())\n")
        && !status.contains("State:\tZ")
    }
  }

  /// Waits until a decoder has computed for some time.
  static func awaitOneAtWork() {
    while !all().contains(where: isAtWork) { usleep(5000) }
  }

  private static func isAtWork(_ child: String) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8) else { return false }
    let fields = text.split(separator: " ")
    // The fourteenth field is the processor time in hundredths of a second.
    return fields.count > 13 && Int(fields[13]) ?? 0 > 30
  }
}
