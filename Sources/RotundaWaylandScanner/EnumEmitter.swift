/// Writes an enumeration as an open struct, so that a value nobody knew of is kept and not trapped on.
struct EnumEmitter {
  let interface: InterfaceDescription

  func emit(_ enumeration: EnumDescription, _ code: inout CodeWriter) {
    let name = SwiftName.type(enumeration.name)
    let conformance =
      enumeration.isBitfield ? "OptionSet, Hashable, Sendable" : "RawRepresentable, Hashable, Sendable"
    code.line()
    code.line("/// `\(interface.name).\(enumeration.name)`; values outside of the list are possible.")
    code.block("public nonisolated struct \(name): \(conformance)") { code in
      code.line("/// The number on the wire.")
      code.line("public let rawValue: UInt32")
      code.line()
      code.line("/// Any number, listed or not.")
      code.line("public init(rawValue: UInt32) { self.rawValue = rawValue }")
      code.line()
      for entry in enumeration.entries {
        code.line("/// `\(entry.name)`")
        code.line(
          "public static var \(SwiftName.member(entry.name)): Self { \(value(entry, of: enumeration)) }")
      }
    }
  }

  private func value(_ entry: EnumDescription.Entry, of enumeration: EnumDescription) -> String {
    // The compiler refuses an option with the value 0.
    enumeration.isBitfield && entry.value == 0 ? "[]" : "Self(rawValue: \(entry.value))"
  }
}
