/// An element with its attributes and child elements; text is dropped, since signatures have none.
struct XMLElement: Equatable {
  var name: String
  var attributes: [String: String] = [:]
  var children: [XMLElement] = []
  /// Where the element starts, counted from 1.
  var line: Int
}
