import Foundation
import Synchronization

/// Three hosts: one with a page that tries each way to reach the two others, of which one is named in `hosts`
/// and the other is not.
///
/// Both are tried side by side in one visit: what reaches the host that is named shows that the page does
/// try, and that it would reach the other one.
final class WaysOutTrial: Sendable {
  /// The page's own server.
  let own: PageServer
  /// The hosts that the page tries to reach.
  let named: PageServer
  let unnamed: PageServer

  private let state: State

  /// What the page's own server knows.
  private final class State: Sendable {
    let ways: [String: WayOut]
    let frames: [WayOut]
    let taps: [WayOut]
    /// Host and port of the others, by what stands for each in paths.
    let places: [String: String]
    /// Which tap is next, by its number; two for each way.
    let step = Mutex(0)
    /// How often each path was asked for.
    let counts = Mutex<[String: Int]>([:])

    init(_ ways: [WayOut], _ places: [String: String]) {
      self.ways = Dictionary(uniqueKeysWithValues: ways.map { ($0.name, $0) })
      (frames, taps) = (ways.filter { !$0.isTap }, ways.filter(\.isTap))
      self.places = places
    }
  }

  /// The hosts' numbers: unnamed first.
  private static let numbers: [UInt8] = [2, 3]
  static let namedHost = "127.0.0.3"

  init(_ ways: [WayOut]) throws {
    // What is reached leads back to the next step.
    let back = Mutex("")
    let others = try Self.numbers.map { number in
      try PageServer(number: number) { _ in
        let step = back.withLock { $0 }
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
    }
    (unnamed, named) = (others[0], others[1])
    let state = State(ways, ["2": others[0].place, "3": others[1].place])
    self.state = state
    own = try PageServer(number: 1) { Self.answer($0, state) }
    back.withLock { [own] in $0 = "http://\(own.place)/step" }
  }

  func stop() {
    for server in [own, named, unnamed] { server.stop() }
  }

  /// Whether all that needs no finger was tried.
  var framesAreDone: Bool { own.requests.contains("/step") }
  /// Whether all was tried.
  var isDone: Bool { framesAreDone && steps >= 2 * state.taps.count }
  /// How many taps have had their effect.
  var steps: Int { state.step.withLock { $0 } }
  /// The way that a finger is about to take, for messages.
  var current: String { Self.tap(steps, state).map { "\($0.way.name) to \($0.place)" } ?? "none" }

  /// The names of the ways by which a host was reached.
  static func arrivals(_ server: PageServer) -> Set<String> {
    Set(
      server.requests.map { String($0.dropFirst($0.hasPrefix("/") ? 1 : 0).prefix { !"?/#".contains($0) }) })
  }

  // MARK: The page's own server

  private static func tap(_ step: Int, _ state: State) -> (way: WayOut, place: String)? {
    guard step < 2 * state.taps.count else { return nil }
    return (state.taps[step / 2], "\(numbers[step % 2])")
  }

  private static func answer(_ path: String, _ state: State) -> PageServer.Answer {
    let count = state.counts.withLock {
      $0[path, default: 0] += 1
      return $0[path, default: 0]
    }
    let parts = path.prefix { $0 != "?" }.split(separator: "/").map(String.init)
    switch parts.first {
    case nil: return .page(driver(state))
    case "here": return .page(driver(state))
    case "step": return .page(stepPage(state))
    case "did":
      let step = Int(parts.last ?? "") ?? 0
      state.step.withLock { $0 = max($0, step + 1) }
      return PageServer.Answer()
    case "to": break
    default: return PageServer.Answer(status: "404 Not Found")
    }
    // /to/HOST/WHAT/[CODE/]NAME
    guard parts.count > 3, let place = state.places[parts[1]],
      let way = state.ways[parts[parts[2] == "go" || parts[2] == "twice" ? 4 : 3]]
    else { return PageServer.Answer(status: "404 Not Found") }
    switch parts[2] {
    case "go": return .redirect(parts[3], to: "http://\(place)/\(way.name)")
    case "twice": return .redirect(parts[3], to: "/to/\(parts[1])/go/302/\(way.name)")
    case "extra":
      // The way back from a page that leads on by itself leads on to the next step.
      if way.isTap, count > 1 { return .redirect(to: "/step") }
      let file = way.file ?? ("text/html", "")
      return PageServer.Answer(
        type: file.type, headers: ["Service-Worker-Allowed: /"],
        body: filled(file.words, way, parts[1], place))
    default:
      let words = filled(way.words, way, parts[1], place)
      let body = way.kind == .code ? "<body><script>\(words)</script>" : words
      return PageServer.Answer(
        headers: way.headers.map { filled($0, way, parts[1], place) }, body: "<!doctype html>" + body)
    }
  }

  private static func filled(_ words: String, _ way: WayOut, _ number: String, _ place: String) -> String {
    words.replacing("$T", with: "http://\(place)/\(way.name)").replacing("$H", with: place)
      .replacing("$N", with: way.name).replacing("$O", with: "/to/\(number)")
  }

  /// How many frames are there at once, and for how many milliseconds.
  private static let framesAtOnce = 16
  private static let frameTime = 3000

  /// A page that opens the ways that need no finger in frames, some at a time, and then goes on.
  private static func driver(_ state: State) -> String {
    let frames = state.frames.flatMap { way in numbers.map { "\"/to/\($0)/frame/\(way.name)\"" } }
    return """
      <script>
      const frames = [\(frames.joined(separator: ","))];
      const next = () => {
        if (frames.length == 0) { location.replace("/step"); return; }
        const some = frames.splice(0, \(framesAtOnce)).map(address => {
          const frame = document.createElement("iframe");
          frame.style = "position: fixed; width: 40px; height: 40px; opacity: 0.01";
          frame.src = address;
          document.body.append(frame);
          return frame;
        });
        setTimeout(() => { for (const frame of some) frame.remove(); next(); }, \(frameTime));
      };
      onload = () => setTimeout(next, 1000);
      </script>
      """
  }

  /// A page that tries the next way when it is touched, says that it did, and goes on when it is touched
  /// again.
  private static func stepPage(_ state: State) -> String {
    let step = state.step.withLock { $0 }
    guard let (way, number) = tap(step, state), let place = state.places[number] else {
      return "<p style=\"height: 100vh\">Done."
    }
    let words = filled(way.words, way, number, place)
    let area = "style=\"display: block; width: 100vw; height: 100vh\""
    let content =
      switch way.kind {
      case .tap: "\(words)<span \(area)>\(way.name)</span></a>"
      case .tapForm: words.replacing("</form>", with: "<button \(area)>\(way.name)</button></form>")
      default: "<span \(area)>\(way.name)</span>"
      }
    return """
      \(content)
      <script>
      let isDone = false;
      document.addEventListener("click", event => {
        if (isDone) { event.preventDefault(); location.replace("/step"); return; }
        isDone = true;
        navigator.sendBeacon("/did/\(step)");
        \(way.kind == .tapCode ? "try { \(words) } catch {}" : "")
      }, true);
      </script>
      """
  }
}
