import Scene

/// Pictures that come late do not pop up.
extension Renderer {
  /// How long a picture fades in over its placeholder, in seconds.
  static let fadeDuration = 0.15
  /// A placeholder that was seen for no longer, in seconds, was not noticed: its picture is there at once.
  static let unnoticed = 0.1
  /// Beyond so many, pictures that are awaited and not seen any more are forgotten.
  private static let mostAwaited = 256

  /// How far a picture has faded in, above 0 and below 1; nil where it is there, or not at all.
  func fade(of picture: Picture, at time: Double) -> Double? {
    guard let entry = pictures.use(picture) else {
      if awaited[picture] == nil { wait(for: picture, since: time) }
      return nil
    }
    if let since = awaited.removeValue(forKey: picture), time - since > Self.unnoticed {
      entry.fadesSince = time
    }
    guard let since = entry.fadesSince else { return nil }
    // The first frame already shows a little of it.
    let progress = (time - since + Self.fadeDuration / 8) / Self.fadeDuration
    guard progress < 1 else {
      entry.fadesSince = nil
      return nil
    }
    isFading = true
    return max(0, progress)
  }

  private func wait(for picture: Picture, since time: Double) {
    if awaited.count > Self.mostAwaited { awaited = awaited.filter { missingPictures.contains($0.key) } }
    awaited[picture] = time
  }
}
