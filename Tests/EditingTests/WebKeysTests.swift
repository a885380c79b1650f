import CWebServer
import Shell
import Testing

@testable import SetupWeb

@Suite struct WebKeysTests {
  @Test func tokenAndDigitsOpenOneSession() {
    for usesToken in [true, false] {
      var keys = WebKeys()
      #expect(keys.token.count == 32 && keys.digits.count == 6 && !keys.isTaken)
      #expect(!keys.admits("") && !keys.admits(keys.token))
      guard case .opened(let secret) = keys.enter(usesToken ? keys.token : keys.digits, at: 0) else {
        Issue.record("not opened")
        continue
      }
      #expect(keys.isTaken && keys.admits(secret) && !keys.admits(String(secret.dropLast())))
      #expect(keys.enter(keys.token, at: 1) == .taken && keys.enter(keys.digits, at: 1) == .taken)
    }
  }

  @Test func digitsMayBeTypedInGroups() {
    var keys = WebKeys()
    let typed = keys.digits.prefix(3) + " - " + keys.digits.suffix(3)
    guard case .opened = keys.enter(String(typed), at: 0) else {
      Issue.record("not opened")
      return
    }
  }

  @Test func fiveWrongAttemptsWait() {
    var keys = WebKeys()
    let wrong = keys.digits == "000000" ? "000001" : "000000"
    for _ in 0..<WebKeys.freeAttempts { #expect(keys.enter(wrong, at: 0) == .wrong) }
    #expect(keys.enter(keys.digits, at: 59) == .wait(seconds: 1))
    #expect(keys.enter(wrong, at: 61) == .wrong)
    #expect(keys.enter(keys.digits, at: 62) == .wait(seconds: 59))
    guard case .opened = keys.enter(keys.token, at: 62) else {
      Issue.record("the token waits")
      return
    }
  }

  @Test func aQuarterOfAnHourHasTwentyAttempts() {
    var keys = WebKeys()
    let wrong = keys.digits == "000000" ? "000001" : "000000"
    #expect((0..<900).count { keys.enter(wrong, at: Double($0)) == .wrong } <= 20)
    guard case .opened = keys.enter(keys.digits, at: 1000) else {
      Issue.record("an operator who mistyped waits longer")
      return
    }
  }

  /// The page fills in the names of tiles.
  @Test func phrasesKeepTheirPlaceholders() {
    let words = WebWords.json(.english).text
    #expect(words.contains("Edit “%s”") && words.contains("\"Save changes\""))
  }

  @Test func headsAreJudgedBeforeBodies() {
    let gate = WebGate(hosts: ["192.168.1.2:8443"])
    func judge(
      _ method: String, _ path: String, host: String = "192.168.1.2:8443",
      origin: String = "https://192.168.1.2:8443", type: String = "application/x-www-form-urlencoded",
      hasSession: Bool = true
    ) -> WebGate.Verdict {
      gate.judge(
        method: method, path: path, host: host, origin: origin, type: type, hasSession: hasSession)
    }
    #expect(judge("GET", "/", origin: "", type: "", hasSession: false) == .route(.page))
    #expect(judge("POST", "/save") == .route(.save))
    #expect(judge("POST", "/save", hasSession: false) == .refused(401))
    #expect(judge("POST", "/save", host: "evil.example") == .refused(421))
    #expect(judge("POST", "/save", origin: "http://192.168.1.2:8443") == .refused(403))
    #expect(judge("POST", "/upload") == .refused(415))
    #expect(judge("PUT", "/save") == .refused(405))
    #expect(judge("GET", "/../etc/passwd") == .refused(404))
  }

  @Test func onlyPrivateNetworksCount() {
    for address in [
      "10.1.2.3", "172.16.0.1", "172.31.255.1", "192.168.0.9", "169.254.1.1", "127.0.0.1", "fd00::1",
      "fc00::1", "fe80::1", "febf::1", "::1", "::ffff:10.1.2.3", "::ffff:7f00:1",
    ] {
      #expect(cweb_is_private_text(address), "\(address)")
    }
    for address in [
      "11.0.0.1", "9.255.255.255", "172.15.255.255", "172.32.0.1", "192.169.0.1", "169.255.0.1", "8.8.8.8",
      "0.0.0.0", "255.255.255.255", "2001:db8::1", "fbff::1", "fe00::1", "fec0::1", "::", "::ffff:8.8.8.8",
      // Neither is a mapped address.
      "::10.1.2.3", "64:ff9b::a01:203", "10.1", "10.1.2.3:80", "fd", "",
    ] {
      #expect(!cweb_is_private_text(address), "\(address)")
    }
  }
}
