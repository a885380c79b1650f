import Configuration
import Credentials
import Editing
import Foundation
import Testing

@Suite(.serialized) struct EditorServiceTests {
  private static let operators =
    "[brand]\nname = \"Museum\"\n[[tile]]\nid = \"a\"\nurl = \"https://a.org/\"\n"
  private static let change = "[brand]\nname = \"Town museum\"\n"

  @Test func ticketLetsTheLauncherWrite() throws {
    let stage = try EditorStage(Self.operators, hasPIN: true)
    #expect(stage.save(Self.change) == .noRight && stage.edited == nil)
    let ticket = try #require(try stage.ticket())
    #expect(stage.save(Self.change, ticket: ticket) == nil)
    #expect(stage.edited == Self.change)
    var status = stat()
    #expect(stat(stage.path("etc/rotunda.d/80-edited.toml"), &status) == 0 && status.st_mode & 0o777 == 0o644)
    #expect(stage.text("etc/rotunda.toml") == Self.operators)
    // The ticket is valid until the end of the operator's visit.
    #expect(stage.save("# none\n", ticket: ticket) == nil)
    #expect(PINServiceClient(socket: stage.path("pin-socket")).ask(.forget(ticket)) == .right)
    #expect(stage.save(Self.change, ticket: ticket) == .noRight)
    #expect(stage.edited == "# none\n")
  }

  @Test func otherTicketsAreRefused() throws {
    let stage = try EditorStage(Self.operators, hasPIN: true)
    _ = try stage.ticket()
    for _ in 0..<20 { #expect(stage.save(Self.change, ticket: PINTicket()) == .noRight) }
    #expect(try stage.ticket(pin: "0000") == nil)
    #expect(stage.edited == nil)
  }

  @Test func firstRunWritesOnceAndSetsThePIN() throws {
    let stage = try EditorStage("# nothing yet\n", hasPIN: false)
    let text = Self.operators + "[admin]\npin-file = \"\(stage.path("pin"))\"\n"
    let pin = try #require(PIN("1357"))
    // Only the service's own file can contain a PIN.
    guard case .failed? = stage.save(Self.operators, newPIN: pin) else {
      Issue.record("a PIN without a file")
      return
    }
    let elsewhere = Self.operators + "[admin]\npin-file = \"\(stage.path("other"))\"\n"
    guard case .failed? = stage.save(elsewhere, newPIN: pin) else {
      Issue.record("a PIN elsewhere")
      return
    }
    // A mistake leaves the first run open.
    guard case .invalid(let error)? = stage.save(text + "[idle]\nblank-aftr = 3\n", newPIN: pin) else {
      Issue.record("a mistake is saved")
      return
    }
    #expect(error.key == "idle.blank-aftr" && error.line == 9 && error.suggestion == "blank-after")
    #expect(stage.text("pin") == nil && stage.edited == nil)
    #expect(stage.save(text, newPIN: pin) == nil)
    #expect(stage.edited == text)
    #expect(stage.save(Self.change) == .noRight && stage.edited == text)
    #expect(stage.save(Self.change, ticket: try stage.ticket(pin: "1357")) == nil)
  }

  @Test func mistakesAreRefusedAndTenVersionsKept() throws {
    let stage = try EditorStage(Self.operators, hasPIN: true)
    let ticket = try stage.ticket()
    for number in 1...14 {
      #expect(stage.save("[brand]\nname = \"\(number)\"\n", ticket: ticket) == nil)
    }
    let versions = try FileManager.default.contentsOfDirectory(atPath: stage.path("state/edited"))
    #expect(versions.count == 10)
    for wrong in ["[brand", "[brnd]\n", "[[tile]]\nid = \"a\"\nurl = \"https://b.org/\"\n"] {
      guard case .invalid? = stage.save(wrong, ticket: ticket) else {
        Issue.record("\(wrong) is saved")
        continue
      }
    }
    #expect(stage.edited == "[brand]\nname = \"14\"\n")
  }

  @Test func invalidRequestsAreNotAnswered() throws {
    let stage = try EditorStage(nil, hasPIN: false)
    let long = [UInt8](repeating: 0x20, count: EditorRequest.mostBytes + 1000)
    for message in [
      [], Array("save".utf8), Array("save first".utf8), Array("save first\n".utf8), Array("read\n\n".utf8),
      Array("save first\npin 12\n\n".utf8), [0xFF, 0x0A], Array("save first\n\n".utf8) + long,
    ] {
      #expect(try stage.send(message).isEmpty)
    }
    #expect(stage.edited == nil)
    #expect(
      EditorAnswer(bytes: try stage.send(Array("save first\n\n".utf8) + Array(Self.change.utf8))) == .saved)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
  func onlyTheKiosksUserIsAnswered() throws {
    let stage = try EditorStage(nil, hasPIN: false, owner: 65533)
    chmod(stage.path("editor-socket"), 0o777)
    seteuid(65534)
    let stranger = stage.save(Self.change)
    seteuid(0)
    guard case .failed? = stranger else {
      Issue.record("another user is answered")
      return
    }
    #expect(stage.edited == nil)
    seteuid(65533)
    let kiosk = stage.save(Self.change)
    seteuid(0)
    #expect(kiosk == nil && stage.edited == Self.change)
  }

  // MARK: Messages

  @Test func messagesSurviveARoundTrip() throws {
    let file = Array("a\n\nb".utf8)
    for request in [
      EditorRequest(file: file), EditorRequest(ticket: PINTicket(), file: []),
      EditorRequest(newPIN: PIN("1234"), file: file),
    ] {
      #expect(EditorRequest(bytes: request.bytes) == request)
    }
    let error = Diagnostic(
      .error, file: "/etc/x", line: 3, column: 4, key: "a.b", message: "no\nline", suggestion: "c")
    for answer in [
      EditorAnswer.saved, .refused(.noRight), .refused(.failed(reason: "full")),
      .refused(.invalid(Diagnostic(.error, file: "x", message: "m"))),
    ] {
      #expect(EditorAnswer(bytes: answer.bytes) == answer)
    }
    guard
      case .refused(.invalid(let read))? = EditorAnswer(bytes: EditorAnswer.refused(.invalid(error)).bytes)
    else {
      Issue.record("not read")
      return
    }
    #expect(read.message == "noline" && read.place == "/etc/x:3:4" && read.suggestion == "c")
  }
}
