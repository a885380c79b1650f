import Scene

/// A message on the screen, with the pictures of its writing.
struct Notice: Hashable {
  /// What it says.
  let message: Message
  /// When it goes by itself; nil stays until it is touched.
  let expires: Double?
  /// The size of its letters, in points: what its margins and its button follow too.
  var fontSize = 0.0
  /// Its writing, once the screen's size is known.
  var title: Writing?
  /// The tile that its button opens again; nil without a button.
  let retry: String?
  /// Whether keys have come to its button.
  var isRetryFocused = false
  /// Whether they have gone on from it: they come to it once.
  var isRetryPassed = false
  /// The writing on its button.
  var button: Writing?
  /// More writing; nil when the message has no detail.
  var detail: Writing?

  /// Seconds that a notice about a program stays: time to read 30 words at 200 words a minute.
  static let programLifetime = 9.0

  init(_ message: Message, expires: Double?, retry: String? = nil) {
    self.message = message
    self.expires = expires
    self.retry = retry
  }

  /// Whether all of its writing has been measured.
  var isMeasured: Bool {
    title?.size != nil && (detail == nil || detail?.size != nil) && (button == nil || button?.size != nil)
  }

  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    title?.measured(picture, size: size) == true || detail?.measured(picture, size: size) == true
      || button?.measured(picture, size: size) == true
  }
}
