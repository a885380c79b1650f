import Configuration
import Credentials
import Editing
import Foundation
import Testing

@Suite(.serialized) struct EditorServiceTests {
  private static let operators =
    "[brand]\nname = \"Museum\"\n[[tile]]\nid = \"a\"\nurl = \"https://a.org/\"\n"
  private static let change = "[brand]\nname = \"Town museum\"\n"
  /// The version of a file that does not exist.
  private static let base = "base cbf29ce484222325-0"

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

  @Test func savesOverOthersChangesAreRefused() throws {
    let stage = try EditorStage(Self.operators, hasPIN: true)
    let ticket = try #require(try stage.ticket())
    #expect(stage.save(Self.change, from: "", ticket: ticket) == nil)
    for base in ["", "# other\n"] {
      #expect(stage.save("# mine\n", from: base, ticket: ticket) == .outdated(lost: 0))
      #expect(stage.edited == Self.change)
    }
    // A caller that did not hear the answer asks again.
    #expect(stage.save(Self.change, from: "", ticket: ticket) == nil)
    #expect(stage.save("# mine\n", from: Self.change, ticket: ticket) == nil)
    #expect(stage.edited == "# mine\n")
  }

  @Test func theServiceSaysHowLongATicketLasts() throws {
    let stage = try EditorStage(Self.operators, hasPIN: true)
    let client = EditorServiceClient(socket: stage.path("editor-socket"))
    guard case .allowed(let seconds?) = client.ask(EditorRequest(checking: try stage.ticket())) else {
      Issue.record("not allowed")
      return
    }
    #expect((1...Int(PINTicket.lifetime)).contains(seconds))
    #expect(client.ask(EditorRequest(checking: nil)) == .refused(.noRight))
    withExtendedLifetime(stage) {}
  }

  @Test func theFirstRunHasNoTicket() throws {
    let stage = try EditorStage(nil, hasPIN: false)
    let client = EditorServiceClient(socket: stage.path("editor-socket"))
    #expect(client.ask(EditorRequest(checking: nil)) == .allowed(seconds: nil))
    withExtendedLifetime(stage) {}
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
      Array("save first\n\n".utf8), Array("save first\nbase x\n\n".utf8),
      Array("check first\n\(Self.base)\n\n".utf8), Array("save first\n\(Self.base)\n".utf8),
      Array("save first\n\(Self.base)\npin 12\n\n".utf8), [0xFF, 0x0A],
      Array("save first\n\(Self.base)\n\n".utf8) + long,
    ] {
      #expect(try stage.send(message).isEmpty)
    }
    #expect(stage.edited == nil)
    #expect(
      EditorAnswer(bytes: try stage.send(Array("save first\n\(Self.base)\n\n\(Self.change)".utf8))) == .saved)
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
    let base = EditedVersion(of: file)
    #expect(base.text == "789bef81f0f17e3e-4" && EditedVersion(base.text) == base)
    for request in [
      EditorRequest(base: base, file: file), EditorRequest(ticket: PINTicket(), base: base, file: []),
      EditorRequest(base: base, newPIN: PIN("1234"), file: file), EditorRequest(checking: nil),
      EditorRequest(checking: PINTicket()),
    ] {
      #expect(EditorRequest(bytes: request.bytes) == request)
    }
    let error = Diagnostic(
      .error, file: "/etc/x", line: 3, column: 4, key: "a.b", message: "no\nline", suggestion: "c")
    for answer in [
      EditorAnswer.saved, .allowed(seconds: 893), .allowed(seconds: nil), .refused(.noRight),
      .refused(.outdated(lost: 0)), .refused(.failed(reason: "full")),
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
