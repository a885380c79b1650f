import Foundation
import LongCheck
import RealCompositors
import Testing

/// A page without host limits reaches no private network.
///
/// The browser, the page and the network's machines are in the test's own network, in which every address
/// exists.
@Suite(.serialized) struct PrivateNetworkTests {
  /// A way to write the place of a machine in a private network, or of this machine.
  private struct Place {
    let host: String
    /// An additional address that must exist, if it is in none of the networks.
    let address: String?
    /// Whether a page that names the place reaches it.
    let isReached: Bool
  }

  private static let places: [Place] =
    [
      ("127.0.0.2", true), ("localhost", true), ("other.localhost", true), ("[::1]", true),
      ("2130706434", false), ("0x7f000002", false), ("127.2", false), ("0.0.0.0", false), ("[::]", false),
      ("[::ffff:127.0.0.2]", false), (rebound, true), ("below.\(rebound)", true), (reboundFarther, true),
    ].map { Place(host: $0.0, address: nil, isReached: $0.1) }
    + [
      "10.20.30.40", "192.168.7.7", "172.16.7.7", "172.31.7.7", "169.254.7.7", "100.64.7.7", "100.127.7.7",
      "fd00:1::7", "fc00:1::7",
    ].map { Place(host: $0.contains(":") ? "[\($0)]" : $0, address: $0, isReached: true) }
    + [
      // A link-local address needs an interface name, which no web address can have.
      Place(host: "[fe80::7]", address: "fe80::7", isReached: false),
      Place(host: "[::ffff:10.20.30.40]", address: nil, isReached: false),
      Place(host: "169090600", address: nil, isReached: false),
    ]

  /// Names that resolve to this machine and to a private network, although they do not look local.
  private static let rebound = "rebound.example"
  private static let reboundFarther = "farther.example"

  /// The ports of the page and of the machines. The network has no other servers.
  private static let (pagePort, otherPort): (UInt16, UInt16) = (8080, 8081)

  private static let trials: [(browser: String, isNamed: Bool)] = BrowserVisits.closed.flatMap {
    [($0, false), ($0, true)]
  }
  private static let isPossible = LongCheck.isOn && getuid() == 0

  @Test(.enabled(if: isPossible, "takes long and needs root: make check-long"), arguments: trials)
  func noPageReachesAnUnnamedPrivateNetwork(browser: String, isNamed: Bool) throws {
    let names = Self.places.filter(\.isReached).map(\.host)
    let own = "127.0.0.1:\(Self.pagePort)"
    // The page itself is on this machine, which this option hides from Chromium.
    let words = browser == "chromium" ? [browser, "--ip-address-space-overrides=\(own)=public"] : [browser]
    let kiosk = try RealKiosk(.sway, within: Self.surroundings) { _ in
      """
      [browser]
      command = \(words)
      [[tile]]
      name = "Page"
      url = "http://\(own)/"
      allow = ["any-site"]
      \(isNamed ? "hosts = \(names)" : "")

      """
    }
    let network = try OtherNetwork(of: kiosk.compositor.scratch.file(Self.processFile))
    let (page, other) = try network.enter {
      (
        try PageServer(number: 1, port: Self.pagePort, answer: Self.page),
        try PageServer(number: nil, port: Self.otherPort) { _ in
          var answer = PageServer.Answer.page("")
          answer.headers = ["Access-Control-Allow-Origin: *"]
          return answer
        }
      )
    }
    defer { for server in [page, other] { server.stop() } }
    try kiosk.visit()
    try kiosk.launcher.wait(for: "the page to have tried all places", limit: 2 * BrowserVisits.limit) {
      page.requests.contains("/tried") ? true : nil
    }
    sleep(3)
    let arrivals = Set(other.requests)
    guard isNamed else {
      #expect(arrivals == [])
      return
    }
    for name in names {
      #expect(arrivals.contains("/fetch-\(name)") && arrivals.contains("/img-\(name)"), "\(name)")
    }
    #expect(arrivals.contains("/redirected-127.0.0.2") && arrivals.contains("/redirected-10.20.30.40"))
  }

  /// Returns a page that tries all places and then reports that it is done.
  private static func page(_ path: String) -> PageServer.Answer {
    if path.hasPrefix("/to/") {
      let host = path.dropFirst(4)
      return .redirect(to: "http://\(host):\(otherPort)/redirected-\(host)")
    }
    let hosts = places.map { "\"\($0.host)\"" }.joined(separator: ",")
    return .page(
      """
      <script>
      (async () => {
        for (const host of [\(hosts)]) {
          const there = `http://${host}:\(otherPort)/`;
          for (const name of ["img", "iframe", "script"]) {
            const element = document.createElement(name);
            element.style = "width: 9px; height: 9px; opacity: 0.01";
            element.src = there + name + "-" + host;
            document.body.append(element);
          }
          for (const address of [there + "fetch-" + host, "/to/" + host]) {
            await Promise.race([fetch(address, { mode: "no-cors" }).catch(() => {}), new Promise(r => setTimeout(r, 2000))]);
          }
        }
        await fetch("/tried");
      })();
      </script>
      """)
  }

  private static let processFile = "network"

  /// Starts a program in a network with all these addresses, in which names resolve to some of them.
  private static func surroundings(_ scratch: Scratch) throws -> [String] {
    let hosts = try scratch.write(
      """
      127.0.0.1 localhost
      ::1 localhost
      127.0.0.2 \(rebound) below.\(rebound)
      10.20.30.40 \(reboundFarther)

      """, to: "hosts")
    let addresses = places.compactMap(\.address).map {
      "ip address add \($0)/\($0.contains(":") ? "128 nodad" : "32") dev lo\n"
    }
    // Root inside, to add addresses, then an ordinary user, because browsers require one.
    let script = """
      set -e
      ip link set lo up
      \(addresses.joined())echo $$ >\(scratch.file(processFile))
      exec unshare --user --map-user=1000 --map-group=1000 "$@"
      """
    return [
      "unshare", "--user", "--map-root-user", "--net", "sh", "-c", script, "sh",
      "bwrap", "--dev-bind", "/", "/", "--ro-bind", hosts, "/etc/hosts", "--",
    ]
  }
}

/// The network namespace of another process.
private struct OtherNetwork {
  private let path: String

  /// - Parameter file: The file with the process ID.
  init(of file: String) throws {
    path = try Patience.wait(for: "the other network") {
      guard let text = try? String(contentsOfFile: file, encoding: .utf8), text.hasSuffix("\n") else {
        return nil
      }
      return "/proc/\(text.dropLast())/ns/net"
    }
  }

  /// Runs a closure on this thread in that network. A socket stays in the network where it was created.
  func enter<Result>(_ act: () throws -> Result) throws -> Result {
    // CLONE_NEWNET of sched.h, and its system call, which Swift's Glibc lacks.
    let newNetwork: Int32 = 0x4000_0000
    typealias SetNamespace = @convention(c) (Int32, Int32) -> Int32
    let symbol = try #require(dlsym(nil, "setns"))
    let setNamespace = unsafeBitCast(symbol, to: SetNamespace.self)
    let (mine, others) = (open("/proc/thread-self/ns/net", O_RDONLY), open(path, O_RDONLY))
    defer { for descriptor in [mine, others] { close(descriptor) } }
    guard mine >= 0, others >= 0, setNamespace(others, newNetwork) == 0 else {
      throw CompositorFailure("\(path) cannot be entered: \(String(cString: strerror(errno)))")
    }
    defer { _ = setNamespace(mine, newNetwork) }
    return try act()
  }
}
