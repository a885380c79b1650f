import Glibc
import Threads

/// The parts of a long text, which several threads parse while what is there already is looked at.
///
/// Of what a configuration of ten thousand tiles takes, the parser's work is the larger half, and nothing in it depends on
/// what came before a section.
struct TOMLParts {
  fileprivate enum State: Sendable {
    case waiting
    case taken
    case parsed(Result<TOMLDocument, TOMLDocument.Fault>)
  }

  private let source: TOMLSource
  private let helpers: Int
  private let states: Monitor<[State]>

  /// Threads beside the calling one that have something to do: what is handed over has to be looked at, too.
  private static let mostHelpers = 3

  /// - Parameter helpers: threads beside the calling one; nil are as many as there are further processors.
  init(_ source: TOMLSource, helpers: Int? = nil) {
    self.source = source
    self.helpers = helpers ?? min(sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1, Self.mostHelpers)
    states = Monitor([State](repeating: .waiting, count: source.parts.count))
  }

  /// Hands over what the parts say, from the first to the last; throws what is wrong with one of them, which then is the last.
  func forEach(_ body: (TOMLDocument) -> Void) throws(TOMLDocument.Fault) {
    let helpers = startHelpers()
    defer {
      states.withLock { $0 = $0.map { _ in .taken } }
      for helper in helpers { helper.join() }
    }
    for number in source.parts.indices { body(try part(number).get()) }
  }

  /// Where the system starts none, the calling thread does everything.
  private func startHelpers() -> [WorkerThread] {
    (0..<max(0, min(helpers, source.parts.count - 1))).compactMap { _ in
      try? WorkerThread(name: "configuration") { [self] in
        while let number = takeNext() { parse(number) }
      }
    }
  }

  /// A part's document. As long as another thread has it, this one parses those that come later.
  private func part(_ number: Int) -> Result<TOMLDocument, TOMLDocument.Fault> {
    while true {
      if let result = result(number) { return result }
      guard let other = takeNext() else { break }
      parse(other)
    }
    return states.wait { $0.take(number) }
  }

  private func parse(_ number: Int) {
    let part = source.parts[number]
    let result = Result { () throws(TOMLDocument.Fault) in
      try TOMLDocument(source.bytes[part.bytes], firstLine: part.firstLine)
    }
    states.withLock { $0[number] = .parsed(result) }
    states.wakeUp()
  }

  private func result(_ number: Int) -> Result<TOMLDocument, TOMLDocument.Fault>? {
    states.withLock { $0.take(number) }
  }

  private func takeNext() -> Int? {
    states.withLock { states in
      let next = states.firstIndex { if case .waiting = $0 { true } else { false } }
      if let next { states[next] = .taken }
      return next
    }
  }
}

extension [TOMLParts.State] {
  /// What became of a part, if it has been parsed.
  fileprivate mutating func take(_ number: Int) -> Result<TOMLDocument, TOMLDocument.Fault>? {
    guard case .parsed(let result) = self[number] else { return nil }
    self[number] = .taken
    return result
  }
}
