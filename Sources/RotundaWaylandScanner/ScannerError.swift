/// What is wrong with a protocol file, and where.
struct ScannerError: Error, Equatable, CustomStringConvertible {
  var file: String
  /// Counted from 1; 0 where no single line is at fault.
  var line: Int
  var message: String

  /// In the form compilers use, so that editors and SwiftPM find the place.
  var description: String {
    line > 0 ? "\(file):\(line): error: \(message)" : "\(file): error: \(message)"
  }
}
