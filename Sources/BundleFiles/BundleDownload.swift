import Bundles
import CCurl
import ConfigurationFile
import FileSystem
import Glibc

/// Downloads a bundle into a directory. It trusts nothing that it gets: the installation checks the
/// signature.
///
/// A download that was cut off continues at the next call, if the server still has the same file.
package struct BundleDownload: Sendable {
  /// The result of a download.
  package enum Outcome: Hashable, Sendable {
    /// A new file is complete.
    case fetched
    /// The server has the same file as before.
    case unchanged
    case failed(String)
  }

  /// The names in the directory: the complete file, the incomplete one, and the ETag of each.
  package static let fileName = "bundle"
  private static let (draftName, tagEnding) = ("bundle.part", ".etag")
  /// The longest time of a download in seconds. It continues at the next call.
  private static let seconds = 1800

  private let directory: String

  package init(_ directory: String) { self.directory = directory }

  package var file: String { "\(directory)/\(Self.fileName)" }
  private var draft: String { "\(directory)/\(Self.draftName)" }

  /// Fetches the file at an https address.
  ///
  /// - Parameters:
  ///   - record: the kiosk's record of bundles, which the request reports.
  ///   - machine: the name of this kiosk, for the report.
  ///   - version: the version of this program, for the report.
  package func fetch(
    _ address: String, record: BundleRecord, machine: String, version: String
  ) -> Outcome {
    let descriptor = open(draft, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { return .failed("\(draft): \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    var headers = BundleReport(record, machine: machine, version: version).headers
    let offset = rest(descriptor, &headers)
    // A bundle without a valid signature may have been damaged in transit. Fetch it again.
    let isSound = record.refusal != .unsigned && record.refusal != .damaged
    if isSound, let tag = tag(of: file), access(file, R_OK) == 0 {
      headers.append("If-None-Match: \(tag)")
    }
    let answer = transfer(address, headers, into: descriptor, from: offset)
    switch answer.outcome {
    case CCURL_UNCHANGED:
      unlink(draft)
      return .unchanged
    case CCURL_FETCHED: return finish(descriptor, answer.tag)
    case CCURL_ABSENT: return .failed("libcurl is not installed")
    default:
      keepRest(of: answer)
      return .failed(answer.words)
    }
  }

  private struct Answer {
    let outcome: ccurl_outcome
    let words: String
    let tag: String
    let status: Int
  }

  /// Statuses: the whole file, a part of it, and a range that the server does not have.
  private static let (whole, part, outside) = (200, 206, 416)

  /// Keeps what came until a download was cut off, if the next one can continue it.
  private func keepRest(of answer: Answer) {
    switch answer.status {
    case Self.whole, Self.part: setTag(of: draft, Self.isStrong(answer.tag) ? answer.tag : "")
    case Self.outside: setTag(of: draft, "")
    // An error, or no answer: the rest is as it was.
    default: break
    }
  }

  /// Returns the number of bytes that an interrupted download left, and asks for the rest. Without the tag of
  /// the file, it starts again.
  private func rest(_ descriptor: Int32, _ headers: inout [String]) -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0, (1..<SignedBundle.sizeLimit).contains(status.st_size),
      let tag = tag(of: draft), Self.isStrong(tag)
    else {
      ftruncate(descriptor, 0)
      return 0
    }
    headers.append("If-Range: \(tag)")
    return Int64(lseek(descriptor, 0, SEEK_END))
  }

  private func transfer(
    _ address: String, _ headers: [String], into file: Int32, from offset: Int64
  ) -> Answer {
    var words = [CChar](repeating: 0, count: Int(CCURL_WORDS))
    var tag = [CChar](repeating: 0, count: Int(CCURL_TAG))
    var status = 0
    let lines = headers.map { strdup($0) }
    defer { for line in lines { free(line) } }
    let outcome = tag.withUnsafeMutableBufferPointer { tag in
      lines.map { UnsafePointer($0) }.withUnsafeBufferPointer { lines in
        address.withCString { text in
          var request = ccurl_request()
          request.address = text
          request.file = file
          request.limit = Int64(SignedBundle.sizeLimit)
          request.offset = offset
          request.headers = lines.baseAddress
          request.header_count = Int32(lines.count)
          request.seconds = Self.seconds
          request.tag = tag.baseAddress
          return withUnsafeMutablePointer(to: &status) { status in
            request.status = status
            return ccurl_fetch(&request, &words)
          }
        }
      }
    }
    return Answer(outcome: outcome, words: Self.text(words), tag: Self.text(tag), status: status)
  }

  /// Gives a complete download its name.
  private func finish(_ descriptor: Int32, _ tag: String) -> Outcome {
    unlink(file + Self.tagEnding)
    guard fsync(descriptor) == 0, rename(draft, file) == 0 else {
      return .failed("\(file): \(String(cString: strerror(errno)))")
    }
    unlink(draft + Self.tagEnding)
    setTag(of: file, tag)
    return .fetched
  }

  // MARK: Tags

  private func tag(of file: String) -> String? {
    let bytes = SystemFiles().contents(of: file + Self.tagEnding, limit: Int(CCURL_TAG))
    return bytes.flatMap { String(validating: $0, as: UTF8.self) }.flatMap { Self.isTag($0) ? $0 : nil }
  }

  private func setTag(of file: String, _ tag: String) {
    if Self.isTag(tag) {
      _ = AtomicFile(file + Self.tagEnding, .masked).replace(with: Array(tag.utf8))
    } else {
      unlink(file + Self.tagEnding)
    }
  }

  /// Reports whether a server's word is a tag, which a request can repeat.
  private static func isTag(_ text: String) -> Bool {
    text.utf8.count > 1 && text.hasSuffix("\"") && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Reports whether a tag stands for the same bytes, and not only for the same meaning.
  private static func isStrong(_ tag: String) -> Bool { isTag(tag) && tag.hasPrefix("\"") }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The report about bundles that a request has in its head.
package struct BundleReport: Hashable, Sendable {
  package let headers: [String]

  package init(_ record: BundleRecord, machine: String, version: String) {
    var values = ["machine=\(machine)", "version=\(version)"]
    if let kept = record.kept { values.append("kept=\(kept)") }
    if let failure = record.failure { values.append("failed=\(failure.number)") }
    if let refusal = record.refusal { values.append("refused=\(refusal.rawValue)") }
    var headers = ["Rotunda-Bundle: \(values.joined(separator: "; "))"]
    if let failure = record.failure, !failure.reason.isEmpty {
      let reason = failure.reason.unicodeScalars.map { (0x20...0x7E).contains($0.value) ? $0 : "?" }
      headers.append("Rotunda-Bundle-Reason: \(String(String.UnicodeScalarView(reason)))")
    }
    self.headers = headers
  }
}
