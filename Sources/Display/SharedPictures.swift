import Wayland

/// Shows frames that the processor drew, by turns in a few pictures that the compositor shares.
public final class SharedPictures {
  private let memory: WlShm
  private let surface: WlSurface
  private var pictures: [SharedPicture] = []

  /// One that the compositor shows, one that it holds still, and one to draw into.
  private static let mostPictures = 3
  /// `wl_surface.damage_buffer` is there since.
  private static let bufferDamageVersion: UInt32 = 4

  /// Pictures for a session's window; nil where the compositor shares no memory.
  public init?(_ session: WaylandSession) {
    guard let memory = session.globals.memory else { return nil }
    self.memory = memory
    surface = session.window.surface
  }

  /// A picture to draw into; nil when the compositor still has all of them, or there is no memory.
  public func next(width: Int, height: Int) -> SharedPicture? {
    pictures.removeAll { !$0.isBusy && ($0.width, $0.height) != (width, height) }
    // What was shown last differs least from what is to be shown.
    var newest: SharedPicture?
    for picture in pictures where !picture.isBusy && picture.frame >= newest?.frame ?? 0 { newest = picture }
    if let newest { return newest }
    guard pictures.count < Self.mostPictures,
      let picture = SharedPicture(memory, width: width, height: height)
    else { return nil }
    pictures.append(picture)
    return picture
  }

  /// Commits a picture of which a part, in pixels, differs from the one before.
  ///
  /// - Parameter frame: the number of the frame that it shows, from 1.
  public func show(_ picture: SharedPicture, frame: Int, x: Int, y: Int, width: Int, height: Int) {
    picture.handOver(as: frame)
    surface.attach(buffer: picture.buffer, x: 0, y: 0)
    if surface.version >= Self.bufferDamageVersion {
      surface.damageBuffer(x: Int32(x), y: Int32(y), width: Int32(width), height: Int32(height))
    } else {
      surface.damage(x: 0, y: 0, width: .max, height: .max)
    }
    surface.commit()
  }

  /// Frames are counted anew: nothing that the pictures show is to be drawn over.
  public func forget() {
    for picture in pictures { picture.frame = 0 }
  }
}
