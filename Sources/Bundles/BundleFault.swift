/// The reason why a kiosk does not take a bundle.
package struct BundleFault: Error, Hashable, Sendable {
  /// A word for programs: the report to the server has it.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Its first lines are not those of a bundle, or a part is missing.
    case damaged
    /// It has no signature, or one by an unknown key, or its bytes have changed.
    case unsigned
    /// It breaks a rule on names, sizes or kinds of files.
    case forbidden
    /// Its `bundle.toml` is missing or wrong.
    case manifest
    /// The kiosk had a bundle with a higher number.
    case old
    /// The kiosk shows it already.
    case installed
    /// The kiosk tried it and went back.
    case failed
    /// It is for other machines.
    case other
    /// Its last day is over.
    case expired
    /// The clock of the machine is wrong.
    case clock
    /// `rotunda check` finds an error in it.
    case configuration
    /// The disk is full or broken.
    case disk
  }

  package let kind: Kind
  package let message: String
  /// The faulty file in the bundle; nil for the whole bundle.
  package let path: String?

  package init(_ kind: Kind, _ message: String, at path: String? = nil) {
    (self.kind, self.message, self.path) = (kind, message, path)
  }
}

extension BundleFault: CustomStringConvertible {
  package var description: String { path.map { "\($0): \(message)" } ?? message }
}
