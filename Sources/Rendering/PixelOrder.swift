extension UInt32 {
  /// A pixel with red and blue, its first and its third byte, in each other's place.
  var withRedAndBlueSwapped: UInt32 { (self & 0xff00_ff00) | (self >> 16 & 0xff) | (self & 0xff) << 16 }
}
