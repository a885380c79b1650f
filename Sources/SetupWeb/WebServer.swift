import CWebServer
import Glibc
import JSONFormat

/// The head of a request.
struct WebHead {
  let method, path, host, origin, session, languages, type: String

  fileprivate init(_ head: cweb_head) {
    method = String(cString: head.method)
    path = String(cString: head.path)
    host = String(cString: head.host)
    origin = String(cString: head.origin)
    session = String(cString: head.session)
    languages = String(cString: head.languages)
    type = String(cString: head.type)
  }
}

/// A request that waits for its answer. It is valid only during the call that passes it.
struct WebExchange {
  fileprivate let request: OpaquePointer

  /// The fields of a form, in their order. What is not UTF-8 is left out.
  var fields: [(name: String, value: String)] {
    var (fields, index) = ([(name: String, value: String)](), Int32(0))
    var (value, count) = (UnsafePointer<CChar>?.none, 0)
    while let name = cweb_field(request, index, &value, &count) {
      index += 1
      guard let value, let name = String(validatingCString: name),
        let text = String(
          validating: UnsafeRawBufferPointer(start: value, count: count), as: UTF8.self)
      else { continue }
      fields.append((name, text))
    }
    return fields
  }

  func field(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }

  /// An argument of the address; empty without one.
  func argument(_ name: String) -> String {
    cweb_argument(request, name).flatMap { String(validatingCString: $0) } ?? ""
  }

  /// The body of a request that is no form.
  var body: [UInt8] {
    var count = 0
    guard let bytes = cweb_body(request, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Answers it.
  func answer(_ status: Int, _ type: String, _ bytes: [UInt8], cookie: String? = nil) {
    bytes.withUnsafeBytes { bytes in
      if let cookie {
        cweb_answer(request, Int32(status), type, bytes.baseAddress, bytes.count, cookie)
      } else {
        cweb_answer(request, Int32(status), type, bytes.baseAddress, bytes.count, nil)
      }
    }
  }

  func answer(_ json: JSON, status: Int = 200, cookie: String? = nil) {
    answer(status, "application/json", Array(json.text.utf8), cookie: cookie)
  }
}

/// Answers requests.
protocol WebHandler: AnyObject {
  /// Judges a head. Returns the most bytes of the body; nil if it has answered.
  func begin(_ head: WebHead, _ exchange: WebExchange) -> Int64?
  /// Answers a request that is complete.
  func finish(_ head: WebHead, _ exchange: WebExchange)
}

/// The HTTPS server of one session, with a certificate of its own.
final class WebServer {
  /// The reason why the server does not start.
  struct Failure: Error {
    let reason: String
  }

  private var server: OpaquePointer?
  private weak var handler: (any WebHandler)?
  /// SHA-256 of the certificate, in groups of four hexadecimal digits.
  let fingerprint: String

  static let cookieName = "__Host-rotunda"
  /// Milliseconds for the head of a request and for its body.
  private static let (headPatience, bodyPatience) = (Int64(20_000), Int64(150_000))

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - port: the port; 0 lets the kernel choose.
  ///   - addresses: the numeric addresses that the certificate names.
  ///   - seconds: how long the certificate is valid.
  init(port: UInt16, addresses: [String], seconds: Double, _ handler: any WebHandler) throws(Failure) {
    self.handler = handler
    guard cweb_is_there() else { throw Failure(reason: "libmicrohttpd or GnuTLS is not installed") }
    var identity = cweb_identity()
    let copies = addresses.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let names = copies.map { UnsafePointer<CChar>($0) }
    if let reason = cweb_make_identity(names, Int32(names.count), Int64(seconds), &identity) {
      throw Failure(reason: String(cString: reason))
    }
    defer { cweb_forget(&identity) }
    fingerprint = withUnsafeBytes(of: identity.fingerprint) { Self.groups($0) }
    let context = Unmanaged.passUnretained(self).toOpaque()
    server = Self.cookieName.withCString { cookie in
      var settings = cweb_settings()
      settings.port = port
      settings.cookie = cookie
      (settings.head_patience, settings.body_patience) = (Self.headPatience, Self.bodyPatience)
      settings.context = context
      settings.begin = { context, request, head in
        guard let context, let request, let head = head?.pointee else { return 0 }
        let server = Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue()
        let answer = server.handler?.begin(WebHead(head), WebExchange(request: request))
        return answer ?? Int64(CWEB_ANSWERED)
      }
      settings.finish = { context, request, head in
        guard let context, let request, let head = head?.pointee else { return }
        let server = Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue()
        server.handler?.finish(WebHead(head), WebExchange(request: request))
      }
      return cweb_start(&settings, &identity)
    }
    guard server != nil else { throw Failure(reason: String(cString: strerror(errno))) }
  }

  deinit { if let server { cweb_stop(server) } }

  var port: UInt16 { server.map { cweb_port($0) } ?? 0 }
  var descriptor: Int32 { server.map { cweb_descriptor($0) } ?? -1 }
  /// Milliseconds after which there is something to do.
  var wait: Int32 { server.map { cweb_wait($0) } ?? 1000 }
  func run() { if let server { cweb_run(server) } }

  private static func groups(_ bytes: UnsafeRawBufferPointer) -> String {
    let pairs = bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }
    return stride(from: 0, to: pairs.count, by: 2).map { pairs[$0..<min($0 + 2, pairs.count)].joined() }
      .joined(separator: " ")
  }
}
