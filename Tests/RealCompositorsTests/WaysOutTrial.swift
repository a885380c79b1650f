import Foundation
import Synchronization

/// Three hosts: one with a page that tries each method to reach the two others. `hosts` names one of these.
///
/// One visit tries both. Traffic to the named host proves that the page does try, and that it would reach the
/// other one.
final class WaysOutTrial: Sendable {
  /// The page's own server.
  let own: PageServer

  /// The hosts that the page tries to reach, with a separate port for every method that needs one.
  private let others: [Host: Servers]
  private let state: State

  private struct Servers: Sendable {
    let shared: PageServer
    let ofWays: [String: PageServer]

    func stop() { for server in [shared] + Array(ofWays.values) { server.stop() } }

    /// All recorded requests.
    var requests: [String] {
      shared.requests + ofWays.flatMap { name, server in server.requests.map { "\(name): \($0)" } }
    }

    /// The names of the methods that reached the host.
    var arrivals: Set<String> {
      let named = shared.requests.map { path in
        String(path.dropFirst(path.hasPrefix("/") ? 1 : 0).prefix { !"?/#".contains($0) })
      }
      return Set(named).union(ofWays.filter { !$0.value.requests.isEmpty }.keys)
    }
  }

  /// One of the two hosts, by its name in paths.
  enum Host: String, CaseIterable, Sendable {
    case unnamed = "2"
    case named = "3"

    fileprivate var number: UInt8 { self == .unnamed ? 2 : 3 }
    var name: String { "127.0.0.\(number)" }
  }

  /// A method that needs a finger or a keyboard, and its target.
  struct Step: Sendable {
    let way: WayOut
    let host: Host
  }

  /// The state of the page's own server.
  private final class State: Sendable {
    let ways: [String: WayOut]
    let frames: [WayOut]
    let others: [Host: Servers]
    /// The steps for fingers and keys in order. Failed steps come again at the end.
    let steps: Mutex<[Step]>
    /// The number of the next step, and of the last shown step.
    let step = Mutex(0)
    let shown = Mutex(-1)
    /// The number of requests for each path.
    let counts = Mutex<[String: Int]>([:])

    init(_ ways: [WayOut], _ steps: [Step], _ others: [Host: Servers]) {
      self.ways = Dictionary(uniqueKeysWithValues: ways.map { ($0.name, $0) })
      frames = ways.filter { $0.sort == .page }
      self.steps = Mutex(steps)
      self.others = others
    }

    var next: Step? {
      let number = step.withLock { $0 }
      return steps.withLock { number < $0.count ? $0[number] : nil }
    }

    func place(_ host: Host) -> String { others[host]?.shared.place ?? "" }
    func ownPlace(_ host: Host, _ way: WayOut) -> String { others[host]?.ofWays[way.name]?.place ?? "" }
  }

  /// - Parameter triesAll: Whether fingers and keys also try methods that should not reach the named host.
  init(_ ways: [WayOut], triesAll: Bool = false) throws {
    // A page on a reached host leads back to the next step.
    let back = Mutex("")
    var others: [Host: Servers] = [:]
    for host in Host.allCases {
      func server() throws -> PageServer {
        try PageServer(number: host.number) { _ in Self.there(back.withLock { $0 }) }
      }
      let ofWays = try ways.filter(\.hasOwnPort).map { ($0.name, try server()) }
      others[host] = Servers(shared: try server(), ofWays: Dictionary(uniqueKeysWithValues: ofWays))
    }
    self.others = others
    let steps = ways.filter { $0.sort != .page }.flatMap { way in
      Host.allCases.filter { $0 == .unnamed || triesAll || !way.arrivals.isEmpty }.map {
        Step(way: way, host: $0)
      }
    }
    let state = State(ways, steps, others)
    self.state = state
    own = try PageServer(number: 1) { Self.answer($0, state) }
    back.withLock { [own] in $0 = "http://\(own.place)/step" }
  }

  func stop() {
    own.stop()
    for servers in others.values { servers.stop() }
  }

  /// Whether the page has tried all methods that need no input.
  var framesAreDone: Bool { own.requests.contains("/step") }
  /// Whether all methods have been tried.
  var isDone: Bool { framesAreDone && state.next == nil }
  /// The number of completed steps.
  var steps: Int { state.step.withLock { $0 } }
  /// The next step.
  var next: Step? { state.next }
  /// Whether the browser has requested the page for the next step.
  var isShown: Bool { state.shown.withLock { $0 } == steps }
  /// The address that the next step leads to.
  var address: String { state.next.map { "http://\(state.place($0.host))/\($0.way.name)" } ?? "" }

  /// Continues after a step that succeeded or failed.
  func pass(_ step: Int) { state.step.withLock { $0 = max($0, step + 1) } }

  /// Adds new steps for methods that should reach the named host, but did not.
  func retry(_ ways: [WayOut]) {
    let again = ways.filter { $0.sort != .page }.map { Step(way: $0, host: .named) }
    state.steps.withLock { $0 += again }
  }

  /// Returns all recorded requests to a host.
  func requests(_ host: Host) -> [String] { others[host]?.requests ?? [] }
  /// Returns the names of the methods that reached a host.
  func arrivals(_ host: Host) -> Set<String> { others[host]?.arrivals ?? [] }

  // MARK: Pages

  /// Returns the response of the other hosts: a page from which a tap leads on.
  private static func there(_ step: String) -> PageServer.Answer {
    var answer = PageServer.Answer.page(
      """
      <script>
      document.onclick = () => {
        // A tab that a link has opened goes, and the visit's own stays.
        if (history.length < 2) close();
        setTimeout(() => location.replace("\(step)"), 200);
      };
      </script>
      <p style="height: 100vh">There.
      """)
    answer.headers = ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Headers: *"]
    return answer
  }

  private static func answer(_ path: String, _ state: State) -> PageServer.Answer {
    let count = state.counts.withLock {
      $0[path, default: 0] += 1
      return $0[path, default: 0]
    }
    let parts = path.prefix { $0 != "?" }.split(separator: "/").map(String.init)
    switch parts.first {
    case nil: return .page(driver(state))
    // A further visit continues where the last one ended.
    case "here" where state.counts.withLock { $0["/step"] != nil }: return .redirect(to: "/step")
    case "here": return .page(driver(state))
    case "step": return .page(stepPage(state))
    case "frames":
      return PageServer.Answer(type: "application/json", body: frames(state, isFirst: count == 1))
    case "did":
      let step = Int(parts.last ?? "") ?? 0
      state.step.withLock { $0 = max($0, step + 1) }
      return PageServer.Answer()
    case "to": break
    default: return PageServer.Answer(status: "404 Not Found")
    }
    // /to/HOST/WHAT/[CODE/]NAME
    guard parts.count > 3, let host = Host(rawValue: parts[1]),
      let way = state.ways[parts[parts[2] == "go" || parts[2] == "twice" ? 4 : 3]]
    else { return PageServer.Answer(status: "404 Not Found") }
    let place = state.place(host)
    switch parts[2] {
    case "go": return .redirect(parts[3], to: "http://\(place)/\(way.name)")
    case "twice": return .redirect(parts[3], to: "/to/\(parts[1])/go/302/\(way.name)")
    case "extra":
      // The browser returns from a page that leads on by itself: lead on to the next step.
      if way.sort != .page, count > 1 { return .redirect(to: "/step") }
      let file = way.file ?? ("text/html", "")
      return PageServer.Answer(
        type: file.type, headers: ["Service-Worker-Allowed: /"], body: filled(file.words, way, host, state))
    default:
      let words = filled(way.words, way, host, state)
      let body = way.kind == .code ? "<body><script>\(words)</script>" : words
      return PageServer.Answer(
        headers: way.headers.map { filled($0, way, host, state) }, body: "<!doctype html>" + body)
    }
  }

  private static func filled(_ words: String, _ way: WayOut, _ host: Host, _ state: State) -> String {
    let place = state.place(host)
    return words.replacing("$T", with: "http://\(place)/\(way.name)").replacing("$H", with: place)
      .replacing("$N", with: way.name).replacing("$O", with: "/to/\(host.rawValue)")
      .replacing("$C", with: state.ownPlace(host, way))
  }

  /// Returns the pages for the frames: all at first, then those that failed although they succeed in some
  /// browser.
  private static func frames(_ state: State, isFirst: Bool) -> String {
    func address(_ way: WayOut, _ host: Host) -> String { "\"/to/\(host.rawValue)/frame/\(way.name)\"" }
    let arrivals = state.others[.named]?.arrivals ?? []
    let addresses =
      isFirst
      ? state.frames.flatMap { way in Host.allCases.map { address(way, $0) } }
      : state.frames.filter { !$0.arrivals.isEmpty && !arrivals.contains($0.name) }.map {
        address($0, .named)
      }
    return "[\(addresses.joined(separator: ","))]"
  }

  /// The number of frames at once, their time in milliseconds, and the number of attempts.
  private static let framesAtOnce = 16
  private static let frameTime = 3000
  private static let rounds = 3

  /// Returns a page that opens the methods without input in frames, some at a time, and then continues.
  private static func driver(_ state: State) -> String {
    """
    <script>
    const pause = time => new Promise(go => setTimeout(go, time));
    onload = async () => {
      await pause(1000);
      for (let round = 0; round < \(rounds); round++) {
        const addresses = await (await fetch("/frames")).json();
        while (addresses.length > 0) {
          const frames = addresses.splice(0, \(framesAtOnce)).map(address => {
            const frame = document.createElement("iframe");
            frame.style = "position: fixed; width: 40px; height: 40px; opacity: 0.01";
            frame.src = address;
            document.body.append(frame);
            return frame;
          });
          await pause(\(frameTime));
          for (const frame of frames) frame.remove();
        }
      }
      location.replace("/step");
    };
    </script>
    """
  }

  /// The milliseconds that a method has before a tap leads on.
  private static let stepTime = 2500

  /// Returns a page that tries the next method on a tap or key press, and continues on a later tap.
  private static func stepPage(_ state: State) -> String {
    let number = state.step.withLock { $0 }
    guard let step = state.next else {
      return "<p style=\"height: 100vh\" onclick=\"location.replace('/step')\">Done."
    }
    state.shown.withLock { $0 = number }
    let words = filled(step.way.words, step.way, step.host, state)
    let area = "style=\"display: block; width: 100vw; height: 100vh\""
    let content =
      switch step.way.kind {
      case .tap: "\(words)<span \(area)>\(step.way.name)</span></a>"
      case .tapForm: words.replacing("</form>", with: "<button \(area)>\(step.way.name)</button></form>")
      case .key where words.hasPrefix("<a"): "\(words)<span \(area)>\(step.way.name)</span></a>"
      case .key: "\(words)<span \(area)>\(step.way.name)</span>"
      default: "<span \(area)>\(step.way.name)</span>"
      }
    let script =
      step.way.kind == .key
      ? """
      let isFinger = false;
      document.addEventListener("pointerdown", () => isFinger = true, true);
      document.addEventListener("keydown", () => isFinger = false, true);
      document.addEventListener("click", event => {
        // Keys click, too, and so do buttons of a mouse with a key.
        if (!isFinger || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        location.replace("/step");
      }, true);
      """
      : """
      let since;
      document.addEventListener("click", event => {
        if (since) {
          event.preventDefault();
          if (performance.now() - since > \(stepTime)) location.replace("/step");
          return;
        }
        since = performance.now();
        navigator.sendBeacon("/did/\(number)");
        \(step.way.kind == .tapCode ? "try { \(words) } catch {}" : "")
      }, true);
      """
    return "\(content)\n<script>\n\(script)\n</script>\n"
  }
}
