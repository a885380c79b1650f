/// The requests of a browser.
enum WebRoute: String, CaseIterable {
  // Without a session.
  case page = "GET /"
  case style = "GET /phone.css"
  case script = "GET /phone.js"
  case words = "GET /words"
  case enter = "POST /enter"

  // With one.
  case state = "GET /state"
  case form = "GET /form"
  case text = "GET /text"
  case file = "GET /file"
  case picture = "GET /picture"
  case photograph = "POST /photograph"
  case change = "POST /change"
  case add = "POST /add"
  case upload = "POST /upload"
  case undo = "POST /undo"
  case redo = "POST /redo"
  case save = "POST /save"
  case leave = "POST /leave"

  var isOpen: Bool {
    switch self {
    case .page, .style, .script, .words, .enter: true
    default: false
    }
  }

  var isPost: Bool { rawValue.hasPrefix("POST") }

  /// The most bytes of a body.
  var mostBytes: Int64 {
    switch self {
    case .enter, .photograph, .undo, .redo, .save, .leave: 1024
    case .change, .add: Int64(UploadStore.mostTextBytes) * 3 + (16 << 10)
    case .upload: Int64(UploadStore.mostPictureBytes)
    default: 0
    }
  }

  /// The kind of body: pictures come as they are, everything else as a form.
  var bodyType: String {
    self == .upload ? "application/octet-stream" : "application/x-www-form-urlencoded"
  }
}

/// Judges a request by its head, before a byte of its body is read.
struct WebGate {
  /// Names and numeric addresses of this machine with the port, as browsers send them.
  let hosts: Set<String>

  /// The verdict on a request's head.
  enum Verdict: Equatable {
    case route(WebRoute)
    /// A status of HTTP.
    case refused(Int)
  }

  /// - Parameter hasSession: whether the cookie is that of the session.
  func judge(
    method: String, path: String, host: String, origin: String, type: String, hasSession: Bool
  ) -> Verdict {
    // Another name than this machine's own: a page elsewhere has its name lead here (DNS rebinding).
    guard hosts.contains(host.lowercased()) else { return .refused(421) }
    guard let route = WebRoute(rawValue: "\(method) \(path)") else {
      let isKnown = WebRoute.allCases.contains { $0.rawValue.hasSuffix(" \(path)") }
      return .refused(isKnown ? 405 : 404)
    }
    if route.isPost {
      guard origin.lowercased() == "https://\(host.lowercased())" else { return .refused(403) }
      guard type.split(separator: ";").first.map(String.init)?.lowercased() == route.bodyType else {
        return .refused(415)
      }
    }
    guard route.isOpen || hasSession else { return .refused(401) }
    return .route(route)
  }
}
