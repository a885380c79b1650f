/// A request or an event.
struct MessageDescription: Equatable {
  var name: String
  var since = 1
  /// The object is gone once this message has been sent or delivered.
  var isDestructor = false
  var arguments: [ArgumentDescription] = []

  /// The argument that makes a new object, if there is one.
  var newObject: ArgumentDescription? { arguments.first { $0.type == .newID } }

  /// The signature in libwayland's notation: a version from 2 on, then a letter for each argument.
  var signature: String {
    (since > 1 ? String(since) : "") + arguments.map(\.signature).joined()
  }

  /// How many values travel; a new object without a fixed interface takes three.
  var wireCount: Int { arguments.reduce(0) { $0 + ($1.isUntypedNewObject ? 3 : 1) } }
}
