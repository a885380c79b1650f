import Foundation
import RotundaGeometry
import Scene
import Testing

@testable import Artwork

/// A web server in this process, on its own port.
final class LocalServer: @unchecked Sendable {
  /// Returns the response to a request with the given text.
  typealias Answer = @Sendable (String) -> Data

  let port: UInt16
  private let listener: Int32
  private let lock = NSLock()
  private var texts: [String] = []
  private var answer: Answer

  init(_ answer: @escaping Answer) throws {
    self.answer = answer
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread { [self] in serve() }.start()
  }

  /// Stops the server.
  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  func answers(_ answer: @escaping Answer) { lock.withLock { self.answer = answer } }

  /// The requests so far.
  var requests: [String] { lock.withLock { texts } }

  func address(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

  private func serve() {
    while case let connection = accept(listener, nil, nil), connection >= 0 {
      var bytes = [UInt8](repeating: 0, count: 8192)
      let count = recv(connection, &bytes, bytes.count, 0)
      let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      let reply = lock.withLock { () -> Data in
        texts.append(text)
        return answer(text)
      }
      _ = reply.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      close(connection)
    }
    close(listener)
  }

  static func page(_ status: String, _ body: Data = Data()) -> Data {
    Data("HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n".utf8) + body
  }
}

struct DownloadTests {
  private let folder: ScratchFolder
  private let picture: Data

  init() throws {
    folder = try ScratchFolder()
    try TestPictures.png(PixelSize(8, 8), Color(1, 0, 0), to: folder.path("red.png"))
    picture = try Data(contentsOf: URL(filePath: folder.path("red.png")))
  }

  private func downloader() throws -> Downloader {
    try Downloader(directory: folder.path("cache/pictures"), allowsPlain: true)
  }

  private func news(_ downloader: Downloader) -> [Downloader.News] {
    var descriptor = pollfd(fd: downloader.readyDescriptor, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, 20_000)
    var news: [Downloader.News] = []
    downloader.takeNews(into: &news)
    return news
  }

  @Test func pictureIsFetchedInTheBackgroundAndKept() throws {
    let server = try LocalServer { [picture] _ in LocalServer.page("200 OK", picture) }
    defer { server.stop() }
    let (downloader, address) = (try downloader(), server.address("a.png"))
    #expect(downloader.file(of: address) == nil)
    #expect(news(downloader) == [.arrived(address)])
    let file = try #require(downloader.file(of: address))
    #expect(try Data(contentsOf: URL(filePath: file)) == picture)
    downloader.stop()
    server.stop()
    // Another day, without a network.
    #expect(try self.downloader().file(of: address) == file)
    #expect(server.requests.count == 1)
  }

  /// A response without a picture, and a word that the error contains.
  @Test(arguments: [
    ("404 Not Found", "", "404"), ("200 OK", "<html>no picture</html>", "not a picture"),
    ("200 OK", "", "not a picture"),
  ])
  func responsesWithoutAPictureAreNotKept(status: String, body: String, word: String) throws {
    let server = try LocalServer { _ in LocalServer.page(status, Data(body.utf8)) }
    defer { server.stop() }
    let (downloader, address) = (try downloader(), server.address("a.png"))
    #expect(downloader.file(of: address) == nil)
    guard case .failed(address, let reason)? = news(downloader).first else {
      Issue.record("nothing failed")
      return
    }
    #expect(reason.contains(word), "\(reason)")
    #expect(downloader.file(of: address) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("cache/pictures")) == [])
    downloader.stop()
  }

  @Test func lastGoodPictureStaysAfterABadOne() throws {
    let server = try LocalServer { [picture] _ in LocalServer.page("200 OK", picture) }
    defer { server.stop() }
    let (downloader, address) = (try downloader(), server.address("a.png"))
    _ = downloader.file(of: address)
    #expect(news(downloader) == [.arrived(address)])
    let file = try #require(downloader.file(of: address))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -90_000)], ofItemAtPath: file)
    server.answers { _ in LocalServer.page("500 Internal Server Error") }
    #expect(downloader.file(of: address) == file)
    guard case .failed? = news(downloader).first else {
      Issue.record("nothing failed")
      return
    }
    #expect(try Data(contentsOf: URL(filePath: file)) == picture)
    #expect(server.requests.last?.contains("If-Modified-Since: ") == true)
    downloader.stop()
  }

  @Test func unchangedPictureIsNotSentAgain() throws {
    let server = try LocalServer { [picture] _ in LocalServer.page("200 OK", picture) }
    defer { server.stop() }
    let (downloader, address) = (try downloader(), server.address("a.png"))
    _ = downloader.file(of: address)
    #expect(news(downloader) == [.arrived(address)])
    let file = try #require(downloader.file(of: address))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -90_000)], ofItemAtPath: file)
    server.answers { _ in Data("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n".utf8) }
    #expect(downloader.file(of: address) == file)
    let cache = DownloadCache(directory: folder.path("cache/pictures"))
    // The response arrives after the check, and the cache acts on it even later.
    let limit = Date(timeIntervalSinceNow: 60)
    while try #require(cache.age(of: address, at: time(nil))) >= 3600, Date() < limit { usleep(1000) }
    downloader.stop()
    #expect(try #require(cache.age(of: address, at: time(nil))) < 3600 && server.requests.count == 2)
  }

  @Test func unencryptedAddressIsRefused() throws {
    let server = try LocalServer { [picture] _ in LocalServer.page("200 OK", picture) }
    defer { server.stop() }
    let downloader = try Downloader(directory: folder.path("cache"))
    #expect(downloader.file(of: server.address("a.png")) == nil)
    guard case .failed? = news(downloader).first else {
      Issue.record("nothing failed")
      return
    }
    #expect(server.requests.isEmpty)
    downloader.stop()
  }

  @Test func hangingTransferDoesNotBlockTheEnd() throws {
    let server = try LocalServer { _ in
      Data("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".utf8)
    }
    defer { server.stop() }
    let downloader = try downloader()
    _ = downloader.file(of: server.address("a.png"))
    while server.requests.isEmpty { usleep(1000) }
    downloader.stop()
  }

  @Test func waitsDoubleUpToAQuarterHour() {
    var plan = DownloadPlan()
    plan.want("a", at: 0)
    #expect(plan.next(at: 0) == "a")
    var now = 0.0
    let waits = (0..<10).map { _ in
      let wait = plan.failed("a", at: now)
      #expect(plan.next(at: now + wait - 0.1) == nil)
      now += wait
      #expect(plan.next(at: now) == "a")
      return wait
    }
    #expect(waits == [5, 10, 20, 40, 80, 160, 320, 640, 900, 900])
    plan.want("b", at: now)
    #expect(plan.next(at: now) == "a")
    plan.succeeded("a")
    #expect(plan.next(at: now) == "b" && plan.due == now)
  }

  @Test func eachAddressHasAUniqueName() {
    let names = Set((0..<1000).map { DownloadCache.name(of: "https://example.org/\($0).png") })
    #expect(names.count == 1000)
    #expect(names.allSatisfy { $0.utf8.count == 32 && !$0.contains("/") })
  }

  @Test func aFaceTellsWhichAddressesItWaitsFor() throws {
    let server = try LocalServer { [picture] _ in LocalServer.page("200 OK", picture) }
    defer { server.stop() }
    let (downloader, address) = (try downloader(), server.address("a.png"))
    let rasterizer = Rasterizer(languages: [], find: { _, _, _ in nil }, fetched: downloader.file)
    let face = Picture.face("Tile", icon: .path(address))
    let first = try #require(rasterizer.rasterize(face))
    #expect(first.addresses == [address] && first.problem?.isAwaited == true)
    #expect(news(downloader) == [.arrived(address)])
    let second = try #require(rasterizer.rasterize(face))
    #expect(second.addresses == [address] && second.problem == nil)
    #expect(second.bitmap.bytes != first.bitmap.bytes)
    downloader.stop()
  }
}
