import Artwork
import Display
import Foundation
import Hosting
import Scene
import Shell
import TestCompositor
import Testing
import Wayland

/// Pixels of one picture over another, and pictures written to other processes' files.
@MainActor
@Suite(.serialized) struct ScreenshotTests {
  private func shot(_ width: Int, _ height: Int, _ value: UInt8) -> Screenshot {
    Screenshot(size: PixelSize(width, height), pixels: Array(repeating: value, count: width * height * 4))
  }

  /// The positions that a 2 × 2 picture covers on a 3 × 3 one.
  @Test(arguments: [
    (0, 0, "##.##...."), (1, 1, "....##.##"), (-1, 0, "#..#....."), (2, 2, "........#"), (0, -1, "##......."),
    (3, 0, "........."), (-2, 1, "........."), (0, 5, "........."),
  ])
  func partsOutsideAreLeftOut(column: Int, row: Int, expected: String) {
    var sheet = shot(3, 3, 0)
    sheet.put(shot(2, 2, 9), column: column, row: row)
    let places = stride(from: 0, to: 36, by: 4).map { sheet.pixels[$0] == 9 ? "#" : "." }
    #expect(places.joined() == expected)
  }

  @Test func secondScreenshotWaitsForTheFirst() throws {
    let stage = try HostFixture()
    defer { stage.end() }
    let service = try ScreenshotService(stage.loop, stage.host)
    var answers: [Int: ControlAnswer] = [:]
    service.onEnd = { answers[$0] = $1 }
    let path = NSTemporaryDirectory() + "rotunda-screenshot-\(UUID().uuidString).png"
    defer { unlink(path) }
    service.take(7, into: open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    #expect(service.isBusy)
    #expect(try stage.wait { answers[7] != nil })
    #expect(answers == [7: .photographed(.launcher)])
    #expect(!service.isBusy)
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.prefix(4) == Data([0x89, 0x50, 0x4e, 0x47]))
  }

  @Test func aFileThatCannotBeWrittenIsRefused() throws {
    let stage = try HostFixture()
    defer { stage.end() }
    let service = try ScreenshotService(stage.loop, stage.host)
    var answers: [Int: ControlAnswer] = [:]
    service.onEnd = { answers[$0] = $1 }
    service.take(1, into: open("/dev/null", O_RDONLY | O_CLOEXEC))
    service.take(2, into: open("/dev/null", O_WRONLY | O_CLOEXEC))
    let refusal = ControlAnswer.refused(.invalid("the picture needs a file, a pipe or a socket"))
    #expect(answers == [1: refusal, 2: refusal])
  }

  @Test func leavingTheScreenEndsTheRequest() throws {
    let stage = try HostFixture()
    defer { stage.end() }
    let service = try ScreenshotService(stage.loop, stage.host)
    var answers: [Int: ControlAnswer] = [:]
    service.onEnd = { answers[$0] = $1 }
    let pipe = Pipe()
    service.take(3, into: dup(pipe.fileHandleForWriting.fileDescriptor))
    service.cancel()
    #expect(answers == [3: .refused(.notSeen)])
    #expect(!service.isBusy)
    // The service has closed its end of the pipe.
    try pipe.fileHandleForWriting.close()
    #expect(pipe.fileHandleForReading.readDataToEndOfFile().isEmpty)
  }

  /// A service that copies the test compositor's screen, with its answers.
  private func copyingService(
    _ stage: HostFixture
  ) throws -> (ScreenshotService, () -> [Int: ControlAnswer]) {
    let output = try #require(stage.host.session.outputs.all.first)
    let descriptor = try stage.compositor.connectClient()
    let service = try ScreenshotService(stage.loop, stage.host) { [loop = stage.loop] done in
      ScreenCopy(
        from: .descriptor(descriptor), output: output.globalName, transform: .normal, loop, done: done)
    }
    let answers = Answers()
    service.onEnd = { answers.all[$0] = $1 }
    return (service, { answers.all })
  }

  private final class Answers {
    var all: [Int: ControlAnswer] = [:]
  }

  @Test func copyShowsAProgramOverTheLauncher() throws {
    let stage = try HostFixture { $0.offered[.zwlrScreencopyManagerV1] = 1 }
    defer { stage.end() }
    let (service, answers) = try copyingService(stage)
    stage.host.session.isCovered = true
    let pixels = PixelSnapshot(width: 1, height: 1, bytes: [30, 20, 10, 255])
    stage.compositor.copying.pictures = [0: pixels]
    let pipe = Pipe()
    service.take(1, into: dup(pipe.fileHandleForWriting.fileDescriptor))
    // A program that comes to the screen does not end the copy.
    service.cancel()
    #expect(service.isBusy)
    #expect(try stage.wait { answers()[1] != nil })
    #expect(answers() == [1: .photographed(.screen)])
    try pipe.fileHandleForWriting.close()
    let picture = pipe.fileHandleForReading.readDataToEndOfFile()
    let expected = try PNGFile(size: PixelSize(1, 1), pixels: [10, 20, 30, 255]).bytes()
    #expect(picture == Data(expected))
  }

  @Test(arguments: [true, false]) func failedCopyLeavesTheLaunchersPicture(isCovered: Bool) throws {
    let stage = try HostFixture { $0.offered[.zwlrScreencopyManagerV1] = 1 }
    defer { stage.end() }
    let (service, answers) = try copyingService(stage)
    stage.host.session.isCovered = isCovered
    stage.compositor.copying.fault = .refused
    let pipe = Pipe()
    service.take(1, into: dup(pipe.fileHandleForWriting.fileDescriptor))
    #expect(try stage.wait { answers()[1] != nil })
    #expect(answers() == [1: isCovered ? .refused(.notSeen) : .photographed(.launcher)])
    #expect(stage.compositor.copies == 1)
  }

  @Test func phonesPictureIsTheLaunchersOwn() throws {
    let stage = try HostFixture { $0.offered[.zwlrScreencopyManagerV1] = 1 }
    defer { stage.end() }
    let (service, answers) = try copyingService(stage)
    let pipe = Pipe()
    service.take(1, into: dup(pipe.fileHandleForWriting.fileDescriptor), isOwn: true)
    #expect(try stage.wait { answers()[1] != nil })
    #expect(answers() == [1: .photographed(.launcher)])
    #expect(stage.compositor.copies == 0)
  }
}
