/// An enumeration or, as a bitfield, a set of flags.
struct EnumDescription: Equatable {
  /// One named value.
  struct Entry: Equatable {
    var name: String
    var value: UInt32
  }

  var name: String
  var isBitfield = false
  var entries: [Entry] = []
}
