import Testing

@testable import XPrograms

struct XMessagesTests {
  /// As xauth(1) writes it for "any server": family 65535, no address, no number.
  @Test func authorityFileMatchesXauth() {
    let cookie = [UInt8](0..<16)
    #expect(
      XAuthority.file(cookie) == [0xFF, 0xFF, 0, 0, 0, 0, 0, 18] + Array("MIT-MAGIC-COOKIE-1".utf8) + [0, 16]
        + cookie)
    #expect(XAuthority.cookie() != XAuthority.cookie())
  }

  @Test func requestsAreAsLongAsTheySay() {
    let requests = [
      XRequest.selectEvents(1, of: 2), XRequest.createHidden(1, root: 2), XRequest.map(1),
      XRequest.queryTree(1),
      XRequest.geometry(of: 1), XRequest.attributes(of: 1), XRequest.atom("WM_STATE"), XRequest.atom("x"),
      XRequest.property(1, of: 2), XRequest.setProperty(1, of: 2, type: 3, [4, 5]),
      XRequest.setProperty(1, of: 2, type: 3, []),
      XRequest.place(1, XRectangle(x: -1, y: 2, width: 3, height: 4)), XRequest.raise(1), XRequest.focus(1),
      XRequest.focus(nil), XRequest.tellPlace(1, XRectangle(width: 3, height: 4)),
      XRequest.offerFocus(1, protocols: 2, takeFocus: 3),
    ]
    for request in requests {
      #expect(request.count == 4 * (Int(request[2]) | Int(request[3]) << 8), "\(request)")
    }
  }

  @Test func messagesAreNeverReadPastTheirEnd() {
    #expect(XMessage.size([UInt8](repeating: 0, count: 31)) == nil)
    var answer = [UInt8](repeating: 0, count: 40)
    (answer[0], answer[1], answer[4], answer[8], answer[16]) = (1, 32, 2, 4, 200)
    #expect(XMessage.size(answer) == 40)
    (answer[32], answer[36]) = (9, 8)
    // The reply claims to contain two hundred numbers.
    #expect(XMessage(bytes: answer).property(ofType: 4) == [9, 8])
    #expect(XMessage(bytes: answer).property(ofType: 5).isEmpty)
    #expect(XMessage(bytes: answer).number(39) == 0)
    var event = [UInt8](repeating: 0, count: 32)
    (event[0], event[4]) = (20, 200)
    #expect(XMessage.size(event) == 32 && XMessage(bytes: event).kind == 20)
    event[0] = 0x80 | 35
    #expect(XMessage.size(event) == 832 && !XMessage(bytes: event).isFromServer)
  }
}
