import Scene

/// The pictures of what is written on the pad.
struct PINPadWriting: Hashable {
  var title: Writing?
  var answer: Writing?
  /// The signs on its keys, by what they say.
  var signs: [PINPad.PadKey: Writing] = [:]
  /// What is on the control that closes it.
  var close: Writing?

  /// With the measures of what another one shows as well, so that nothing is gone for a moment.
  func measured(like other: PINPadWriting) -> PINPadWriting {
    var result = self
    func take(_ old: Writing?, _ new: inout Writing?) {
      if let old, old.picture == new?.picture { new?.size = old.size }
    }
    take(other.title, &result.title)
    take(other.answer, &result.answer)
    take(other.close, &result.close)
    for key in result.signs.keys { take(other.signs[key], &result.signs[key]) }
    return result
  }

  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = title?.measured(picture, size: size) == true
    if answer?.measured(picture, size: size) == true { isOne = true }
    if close?.measured(picture, size: size) == true { isOne = true }
    for key in signs.keys where signs[key]?.measured(picture, size: size) == true { isOne = true }
    return isOne
  }
}
