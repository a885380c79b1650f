import Supervision
import Testing

/// Messages between the launcher and the panel service.
struct PanelRequestTests {
  @Test func aRequestArrivesAsItWasSent() throws {
    let request = PanelRequest(path: "/dev/input/event12")
    #expect(PanelRequest(bytes: try #require(request.bytes)) == request)
  }

  @Test(arguments: [0, 13, 0x0102_0304, Int32.max])
  func anAnswerArrivesAsItWasSent(error: Int32) {
    let answer = PanelAnswer(error: error)
    #expect(PanelAnswer(bytes: answer.bytes) == answer)
  }

  @Test func theLeastSignificantByteComesFirst() {
    #expect(PanelAnswer(error: 258).bytes == [2, 1, 0, 0])
  }

  @Test(arguments: [[], [0xFF], [UInt8](repeating: 47, count: 65)])
  func invalidRequestsAreRejected(bytes: [UInt8]) {
    #expect(PanelRequest(bytes: bytes) == nil)
  }

  @Test(arguments: [[], [UInt8](repeating: 0, count: 3), [UInt8](repeating: 0, count: 5), [0, 0, 0, 0x80]])
  func invalidAnswersAreRejected(bytes: [UInt8]) {
    #expect(PanelAnswer(bytes: bytes) == nil)
  }

  @Test func longestPathArrives() throws {
    let request = PanelRequest(path: String(repeating: "/", count: 64))
    #expect(PanelRequest(bytes: try #require(request.bytes)) == request)
  }

  @Test func tooLongPathIsNotRequested() {
    #expect(PanelRequest(path: "").bytes == nil)
    #expect(PanelRequest(path: String(repeating: "/", count: 65)).bytes == nil)
  }

  @Test(arguments: [
    ("/dev/input/event0", true), ("/dev/input/event31", true), ("/dev/input/event", false),
    ("/dev/input/event1x", false), ("/dev/input/event-1", false), ("/dev/input/event1/../event2", false),
    ("/dev/input/../input/event1", false), ("/dev//input/event1", false), ("dev/input/event1", false),
    ("/dev/input/mouse0", false), ("/dev/input/by-path/panel", false), ("/etc/passwd", false),
    ("/dev/input/event1\0", false), ("/dev/input/event١", false), (" /dev/input/event1", false), ("", false),
  ])
  func requestsNameOnlyEventDevices(path: String, isOne: Bool) {
    #expect(PanelRequest(path: path).namesEventDevice == isOne)
  }
}
