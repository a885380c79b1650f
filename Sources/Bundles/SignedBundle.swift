/// The file of a signed bundle.
package enum SignedBundle {
  /// The file extension.
  package static let ending = ".rotunda-bundle"
  /// The largest file, in bytes.
  package static let sizeLimit = 128 << 20
}
