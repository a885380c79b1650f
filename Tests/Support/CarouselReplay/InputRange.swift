import Foundation

/// Which numbers inputs may hold. Those beyond are refused and not limited: an answer to another question
/// would look like one to the question that was asked.
enum InputRange {
  /// The largest magnitude: a thousand times what any screen, count or duration comes to.
  static let largest = 1e9

  /// Looks at every number of a JSON text.
  ///
  /// - Throws: `DecodingError`, which says where the first one stands that is out of range.
  static func check(json: Data) throws {
    _ = try JSONDecoder().decode(CheckedNumbers.self, from: json)
  }

  /// Looks at the cells of some columns, and at the numbers behind the equals signs in the others of them.
  static func check(_ table: CSVTable, columns: [String]) throws {
    for (row, record) in table.records.enumerated() {
      for column in columns {
        for cell in (record[column] ?? "").split(separator: ";") {
          let text = cell.split(separator: "=").last.map(String.init) ?? ""
          guard isAllowed(text) else { throw OutOfRange(place: "row \(row + 1), \(column)", number: text) }
        }
      }
    }
  }

  /// Whether a text is no number, or one within the range.
  static func isAllowed(_ text: String) -> Bool {
    guard let number = Double(text) else { return true }
    return abs(number) <= largest
  }

  /// What is wrong with a cell of a table.
  struct OutOfRange: LocalizedError {
    var place: String
    var number: String

    var errorDescription: String? { "at \(place): \(InputRange.complaint(number))" }
  }

  static func complaint(_ number: String) -> String {
    "\(number) is out of range: numbers are from -\(Cell.number(largest)) to \(Cell.number(largest))"
  }
}

/// Any JSON value, decoded only to look at its numbers.
private struct CheckedNumbers: Decodable {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      for key in object.allKeys where try !object.decodeNil(forKey: key) {
        _ = try object.decode(Self.self, forKey: key)
      }
    } else if var list = try? decoder.unkeyedContainer() {
      while !list.isAtEnd {
        if try !list.decodeNil() { _ = try list.decode(Self.self) }
      }
    } else {
      try Self.check(decoder.singleValueContainer())
    }
  }

  private static func check(_ value: any SingleValueDecodingContainer) throws {
    let text = (try? value.decode(Double.self)).map { "\($0)" } ?? (try? value.decode(String.self)) ?? ""
    guard !InputRange.isAllowed(text) else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: value.codingPath, debugDescription: InputRange.complaint(text)))
  }
}
