import Foundation
import Hosting
import Scene
import Shell
import Testing

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
    #expect(answers == [7: .done])
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

  @Test func coveredLauncherTakesNoScreenshot() throws {
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
}
