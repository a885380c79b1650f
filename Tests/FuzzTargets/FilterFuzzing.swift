import WaylandFilter

/// A program and a compositor that exchange arbitrary bytes through the relay's filter.
///
/// The input is a sequence of pieces: a byte for the sender (odd: the compositor), a byte for the length, and
/// the bytes.
enum FilterFuzzing {
  static func run(_ bytes: [UInt8]) {
    var input = FuzzedBytes(bytes)
    var filter = ConnectionFilter()
    var (requests, events) = (MessageStream(.requests), MessageStream(.events))
    do throws(ConnectionFilter.Fault) {
      while !input.isEmpty {
        let isEvent = input.byte() % 2 == 1
        let piece = input.bytes(Int(input.byte()))
        if isEvent {
          try pass(piece, through: &events, &filter)
        } else {
          try pass(piece, through: &requests, &filter)
        }
        rule(filter.kept <= ConnectionFilter.mostKept, "the filter keeps more than it may")
      }
    } catch {
      events.finish(with: error)
      let last = drain(&events)
      rule(last.isEmpty || last.count >= 8, "an invalid last message")
    }
  }

  private static func pass(
    _ bytes: [UInt8], through stream: inout MessageStream, _ filter: inout ConnectionFilter
  ) throws(ConnectionFilter.Fault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      stream.makeRoom()
      rule(stream.room > 0, "no room although all bytes were passed on")
      let count = stream.fill { room in
        let part = rest.prefix(room.count)
        room.copyBytes(from: part)
        return part.count
      }
      rest = rest.dropFirst(count)
      try stream.sort(&filter)
      checkMessages(drain(&stream))
    }
  }

  private static func drain(_ stream: inout MessageStream) -> [UInt8] {
    var result: [UInt8] = []
    while stream.sendable > 0 {
      _ = stream.drain(atMost: .max) { bytes in
        result += bytes
        return bytes.count
      }
    }
    return result
  }

  /// Checks that the output consists of whole messages that mention no hidden global.
  private static func checkMessages(_ bytes: [UInt8]) {
    var place = 0
    while place < bytes.count {
      rule(bytes.count - place >= 8, "a part of a message goes on")
      let size = Int(bytes[place + 6]) | Int(bytes[place + 7]) << 8
      rule(size >= 8 && size <= bytes.count - place, "a part of a message goes on")
      place += size
    }
  }
}
