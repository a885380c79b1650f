import Foundation

/// The permitted range of numbers in inputs. Numbers outside are rejected, not limited: the result would look
/// like the answer to the original input.
enum InputRange {
  /// The largest magnitude: a thousand times any real screen, count or duration.
  static let largest = 1e9

  /// Checks every number of a JSON text.
  ///
  /// - Throws: a `DecodingError` with the path of the first number that is out of range.
  static func check(json: Data) throws {
    _ = try JSONDecoder().decode(CheckedNumbers.self, from: json)
  }

  /// Checks the numbers in some columns, also those after equals signs.
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

  /// Reports whether a text is a number within the range, or no number at all.
  static func isAllowed(_ text: String) -> Bool {
    guard let number = Double(text) else { return true }
    return abs(number) <= largest
  }

  /// An error about a cell that is out of range.
  struct OutOfRange: LocalizedError {
    var place: String
    var number: String

    var errorDescription: String? { "at \(place): \(InputRange.complaint(number))" }
  }

  static func complaint(_ number: String) -> String {
    "\(number) is out of range: numbers are from -\(Cell.number(largest)) to \(Cell.number(largest))"
  }
}

/// Any JSON value, decoded only to check its numbers.
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
