import Artwork
import Display
import Logging
import Rendering
import RotundaGeometry
import Scene
import Shell

private let log = Log("keyboard")

/// Draws the launcher's keyboard over programs, and sends its keys and text to them.
///
/// The first program that gets the keyboard creates the renderer. The input method exists only while such a
/// program is on the screen.
package final class ProgramTyping {
  private let session: WaylandSession
  private let textures: TextureLoader
  private let post: (ProgramKeyboardEvent) -> Void
  private let compose: (inout SceneFrame) -> Void
  private let surface: ProgramKeyboardSurface
  private let input: ProgramInput

  /// Draws the frames. Created with the first keyboard.
  private var renderer: Renderer?
  private var memory = MemorySurface(size: PixelSize(1, 1))
  private var frame = SceneFrame()
  /// The measures of pictures that were drawn.
  private var sizes: [Picture: PixelSize] = [:]
  private var view: ProgramKeyboardView?
  private var isWanted = false
  /// The screen that the shell last received.
  private var screen: (size: Size, scale: Double)?
  /// Whether the surface is behind the shell's state.
  private var isDirty = false

  /// So many pictures are looked through for those that had to make room for others.
  private static let mostSizes = 1024
  /// Bytes for the pictures on keys, which suffices for several languages.
  private static let pictureBudget = 8 << 20

  /// Returns nil if the compositor cannot show a keyboard over programs or type into them.
  ///
  /// - Parameters:
  ///   - post: Passes an event to the shell.
  ///   - compose: Composes a frame of the visible keyboard.
  package init?(
    _ session: WaylandSession, _ textures: TextureLoader, post: @escaping (ProgramKeyboardEvent) -> Void,
    compose: @escaping (inout SceneFrame) -> Void
  ) {
    guard let surface = session.programKeyboard, let input = session.programInput else { return nil }
    (self.session, self.textures, self.post, self.compose) = (session, textures, post, compose)
    (self.surface, self.input) = (surface, input)
    surface.onReady = { [weak self] in self?.draw() }
    surface.onScreenChanged = { [weak self] in self?.tellScreen() }
    input.onEvent = { [weak self] in self?.handle($0) }
  }

  /// Whether the launcher is the input method of the compositor.
  package var isInputMethod: Bool { input.isInputMethod }

  /// Reports the size and scale of the screen to the shell, if they changed.
  package func tellScreen() {
    let scale = session.window.configuration?.scale ?? 1
    guard let size = surface.screen(scale: scale) else { return }
    guard screen?.size != size || screen?.scale != scale else { return }
    screen = (size, scale)
    post(.screen(size, scale: scale))
  }

  private func handle(_ event: ProgramInput.Event) {
    switch event {
    case .entered(let content): post(.entered(ProgramField(content)))
    case .changed(let content): post(.changed(ProgramField(content)))
    case .left, .unavailable: post(.left)
    }
  }

  /// Sends a stroke to the program.
  package func type(_ stroke: ProgramStroke) {
    switch stroke {
    case .text(let text): input.type(text)
    case .enter: input.press(.enter)
    case .backspace: input.press(.backspace)
    case .tab: input.press(.tab)
    case .left: input.press(.left)
    case .right: input.press(.right)
    case .up: input.press(.up)
    case .down: input.press(.down)
    }
  }

  /// Draws a picture of a key, and uploads it.
  package func draw(_ picture: Picture) {
    if let size = sizes[picture], renderer?.contains(picture) == true {
      return post(.pictureReady(picture, size: size))
    }
    textures.draw(picture) { [weak self] in self?.take(picture, $0) }
  }

  private func take(_ picture: Picture, _ bitmap: Bitmap) {
    guard let renderer else { return }
    do throws(GraphicsError) {
      _ = try bitmap.withBytes { bytes throws(GraphicsError) in
        try renderer.upload(
          picture, width: bitmap.size.width, height: bitmap.size.height, stride: bitmap.bytesPerRow,
          isOpaque: bitmap.isOpaque, bytes: bytes)
      }
    } catch {
      log.warning("a key is not drawn: \(error)")
    }
    if sizes.count >= Self.mostSizes { sizes = sizes.filter { renderer.contains($0.key) } }
    sizes[picture] = bitmap.size
    post(.pictureReady(picture, size: bitmap.size))
  }

  /// Updates the surface and the input method to the shell's state.
  ///
  /// - Parameters:
  ///   - isWanted: Whether the program on the screen gets a keyboard.
  ///   - view: The visible part of the keyboard.
  ///   - isDirty: Whether the keyboard differs from the last frame.
  package func follow(isWanted: Bool, _ view: ProgramKeyboardView?, isDirty: Bool) {
    if isWanted != self.isWanted { setWanted(isWanted) }
    if view != self.view {
      self.view = view
      self.isDirty = true
      // sway 1.7 makes room for the surface only if no window is fullscreen when it appears.
      session.leaveRoomForKeyboard((view?.reserved ?? 0) > 0)
      surface.show(at: view.map(place))
    }
    if isDirty { self.isDirty = true }
    if self.isDirty, view != nil { draw() }
  }

  private func setWanted(_ isWanted: Bool) {
    self.isWanted = isWanted
    if isWanted {
      renderer = renderer ?? Renderer(processorThreads: 1, pictureBudget: Self.pictureBudget)
      if let seat = session.seats.first { input.begin(on: seat) }
      tellScreen()
    } else {
      input.end()
    }
  }

  /// Converts a view to a place. A home strip at the lower edge stays below the keys.
  private func place(_ view: ProgramKeyboardView) -> ProgramKeyboardPlace {
    let strip = view.hasKeys ? session.homeStrip?.lowerThickness ?? 0 : 0
    return ProgramKeyboardPlace(
      view.hasKeys ? .bottom : .right, size: view.size, bottom: view.bottom + strip, reserved: view.reserved,
      area: view.area)
  }

  private func draw() {
    guard isDirty || surface.isStale, let renderer, let view, let picture = surface.next() else { return }
    let size = PixelSize(picture.width, picture.height)
    if memory.size != size { memory = MemorySurface(size: size) }
    isDirty = false
    compose(&frame)
    let frames = surface.frames
    memory.draw(into: picture.bytes, age: picture.frame > 0 ? frames + 1 - picture.frame : 0)
    do throws(GraphicsError) {
      try renderer.compose(frame, for: memory, scale: surface.scale ?? 1)
      try renderer.paint()
    } catch {
      return log.warning("the keyboard is not drawn: \(error)")
    }
    if view.hasKeys { clear(picture, above: view) }
    // The damage does not include a changed input area or changed transparent rows.
    surface.show(picture, x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Makes the rows above the keys transparent, except under the popup with other forms of a letter.
  private func clear(_ picture: SharedPicture, above view: ProgramKeyboardView) {
    let scale = Double(picture.height) / view.size.height
    let pixel = { (points: Double, most: Int) in min(max(0, Int((points * scale).rounded())), most) }
    let pixels = picture.bytes.bindMemory(to: UInt32.self)
    let popup = view.popup ?? Rectangle(origin: .zero, size: .zero)
    let (top, bottom) = (pixel(popup.origin.y, picture.height), pixel(popup.maxY, picture.height))
    let (left, right) = (pixel(popup.origin.x, picture.width), pixel(popup.maxX, picture.width))
    for row in 0..<pixel(view.size.height - view.reserved, picture.height) {
      let first = row * picture.width
      if (top..<bottom).contains(row) {
        pixels[first..<first + left].update(repeating: 0)
        pixels[first + right..<first + picture.width].update(repeating: 0)
      } else {
        pixels[first..<first + picture.width].update(repeating: 0)
      }
    }
  }
}

extension ProgramField {
  /// Converts the content type that a program reports over `zwp_text_input_v3`.
  fileprivate init(_ content: ProgramFieldContent) {
    let isSecret = content.hint.contains(.hiddenText) || content.hint.contains(.sensitiveData)
    let purpose: Purpose =
      switch content.purpose {
      case .digits, .number: isSecret ? .pin : .number
      case .phone: .phone
      case .url: .address
      case .email: .mail
      case .password: .password
      case .pin: .pin
      default: isSecret ? .password : .text
      }
    let hasCapitals = !content.hint.contains(.lowercase) && content.purpose != .terminal
    self.init(purpose, isAtBeginning: content.isAtBeginning && hasCapitals)
  }
}
