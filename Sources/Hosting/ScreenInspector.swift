import Display
import EventLoop
import Shell

/// Looks at the screen as visitors see it, one look at a time.
package final class ScreenInspector {
  private let session: WaylandSession
  private let loop: EventLoop
  private var copy: ScreenCopy?

  package init(_ session: WaylandSession, _ loop: EventLoop) { (self.session, self.loop) = (session, loop) }

  /// Calls `done` later with a look at the screen, or with nil if the compositor gives no copy.
  package func look(_ done: @escaping (ScreenLook?) -> Void) {
    copy = ScreenCopy(of: session, loop) { [weak self] image in
      self?.copy = nil
      guard let self, let image else {
        image?.discard()
        return done(nil)
      }
      do throws(EventLoopError) {
        // A picture has millions of pixels.
        try loop.inBackground {
          image.takePixels().flatMap { ScreenLook(pixels: $0.bytes) }
        } done: {
          done($0)
        }
      } catch {
        image.discard()
        done(nil)
      }
    }
    if copy == nil { loop.after(0) { done(nil) } }
  }
}

nonisolated extension ScreenLook {
  /// The share of equal pixels from which a screen is plain. The strip that leads home is narrow.
  private static let plainShare = 0.98

  /// Judges a picture of RGBA bytes. Returns nil for an empty one.
  package init?(pixels: [UInt8]) {
    let look = pixels.withUnsafeBytes { bytes -> ScreenLook? in
      let count = bytes.count / 4
      guard count > 0 else { return nil }
      let words = bytes.bindMemory(to: UInt32.self)
      let middle = words[count / 2]
      var (digest, equal) = (UInt64(count), 0)
      for word in words {
        // FNV-1a, but with a pixel at a time, which is four times as fast as with a byte.
        digest = (digest ^ UInt64(word)) &* 0x0000_0100_0000_01b3
        if word == middle { equal += 1 }
      }
      return ScreenLook(digest: digest, isPlain: Double(equal) >= Double(count) * Self.plainShare)
    }
    guard let look else { return nil }
    self = look
  }
}
