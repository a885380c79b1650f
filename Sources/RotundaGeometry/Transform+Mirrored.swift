extension Transform {
  /// What the transform becomes where left and right change places, in what it places as in where it places it: things
  /// stand on the other side and are turned the other way, and what is on them is not reversed.
  ///
  /// `S · T · S`, where `S` changes the sign of x.
  public var mirrored: Transform {
    var mirrored = self
    (mirrored.row1.y, mirrored.row1.z, mirrored.row1.w) = (-row1.y, -row1.z, -row1.w)
    (mirrored.row2.x, mirrored.row3.x, mirrored.row4.x) = (-row2.x, -row3.x, -row4.x)
    return mirrored
  }
}
