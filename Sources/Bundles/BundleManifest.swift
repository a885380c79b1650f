/// The content of `bundle.toml`: what a bundle says about itself.
package struct BundleManifest: Hashable, Sendable {
  /// The name of its file.
  package static let fileName = "bundle.toml"
  /// The numbers that a bundle can have. A kiosk takes only a higher number than it had before.
  package static let numbers = 1...9_007_199_254_740_991

  package let number: Int
  /// The day on which it was made.
  package let made: UTCDay?
  /// The last day on which a kiosk may take it. A bundle in use stays.
  package let expires: UTCDay?
  /// The machines and the groups that it is for. With neither, it is for all.
  package let machines: [String]
  package let groups: [String]

  package init(
    number: Int, made: UTCDay? = nil, expires: UTCDay? = nil, machines: [String] = [], groups: [String] = []
  ) {
    (self.number, self.made, self.expires) = (number, made, expires)
    (self.machines, self.groups) = (machines, groups)
  }

  /// Returns the reason why a kiosk does not take it.
  ///
  /// Only a bundle with a last day needs the clock. A clock before the day on which it was made is wrong.
  package func objection(for kiosk: BundleRecipient, on today: UTCDay) -> BundleFault? {
    if !isFor(kiosk) {
      return BundleFault(.other, "is for other machines than '\(kiosk.machine)'")
    }
    guard let expires else { return nil }
    if today > expires { return BundleFault(.expired, "was valid until \(expires), and today is \(today)") }
    if let made, today < made {
      return BundleFault(.clock, "was made on \(made), but the clock of this machine shows \(today)")
    }
    return nil
  }

  private func isFor(_ kiosk: BundleRecipient) -> Bool {
    machines.isEmpty && groups.isEmpty || machines.contains(kiosk.machine)
      || groups.contains(where: kiosk.groups.contains)
  }
}

/// A kiosk's name and groups: they select parts of bundles.
package struct BundleRecipient: Hashable, Sendable {
  package let machine: String
  package let groups: Set<String>

  package init(machine: String, groups: some Sequence<String>) {
    (self.machine, self.groups) = (machine, Set(groups))
  }
}

/// The file of a signed bundle.
package enum SignedBundle {
  /// The file extension.
  package static let ending = ".rotunda-bundle"
  /// The largest file, in bytes.
  package static let sizeLimit = 128 << 20
}
