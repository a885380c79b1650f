extension [UInt8] {
  /// The numbers of 32 bits, in the machine's order, that an array argument such as
  /// `xdg_toplevel.configure`'s states or `wl_keyboard.enter`'s keys holds. A rest under 4 bytes is dropped.
  public nonisolated var words: [UInt32] {
    withUnsafeBytes { raw in
      stride(from: 0, through: raw.count - 4, by: 4).map {
        raw.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
      }
    }
  }

  /// The bytes of numbers of 32 bits, in the machine's order.
  public nonisolated init(words: some Sequence<UInt32>) {
    self = words.flatMap { word in Swift.withUnsafeBytes(of: word) { Array($0) } }
  }
}
