import Artwork
import Display
import Logging
import Rendering
import RotundaGeometry
import Scene
import Shell

private let log = Log("keyboard")

/// The launcher's keyboard over programs, on the compositor: draws it, and has programs get what it types.
///
/// Everything of it exists only while a program has the screen that is to have a keyboard.
package final class ProgramTyping {
  private let session: WaylandSession
  private let textures: TextureLoader
  private let post: (ProgramKeyboardEvent) -> Void
  private let surface: ProgramKeyboardSurface
  private let input: ProgramInput

  /// Draws frames while there is a keyboard.
  private var renderer: Renderer?
  private var memory = MemorySurface(size: PixelSize(1, 1))
  private var frame = SceneFrame()
  /// The measures of pictures that were drawn.
  private var sizes: [Picture: PixelSize] = [:]
  private var view: ProgramKeyboardView?
  private var isWanted = false
  /// The screen as the shell knows it.
  private var screen: (size: Size, scale: Double)?
  /// Writes a frame, while one may be wanted.
  private var compose: ((inout SceneFrame) -> Void)?
  /// Whether the surface shows something else than the shell decided last.
  private var isDirty = false

  /// So many pictures are looked through for those that had to make room for others.
  private static let mostSizes = 1024
  /// Bytes for the pictures on keys: those of several languages.
  private static let pictureBudget = 8 << 20

  /// Nil where the compositor lets no client type into programs over them.
  package init?(
    _ session: WaylandSession, _ textures: TextureLoader, post: @escaping (ProgramKeyboardEvent) -> Void
  ) {
    guard let surface = session.programKeyboard, let input = session.programInput else { return nil }
    (self.session, self.textures, self.post) = (session, textures, post)
    (self.surface, self.input) = (surface, input)
    surface.onReady = { [weak self] in self?.draw() }
    surface.onScreenChanged = { [weak self] in self?.tellScreen() }
    input.onEvent = { [weak self] in self?.handle($0) }
  }

  /// Tells the shell which screen there is.
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

  /// Performs what the keyboard typed.
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

  /// Has a picture of a key drawn.
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

  /// Brings the screen in line with what the shell decided.
  ///
  /// - Parameters:
  ///   - isWanted: whether the program on the screen is to have a keyboard.
  ///   - view: what is seen of it.
  ///   - isDirty: whether it looks different from the last frame.
  ///   - compose: writes a frame.
  package func follow(
    isWanted: Bool, _ view: ProgramKeyboardView?, isDirty: Bool, compose: @escaping (inout SceneFrame) -> Void
  ) {
    if isWanted != self.isWanted { setWanted(isWanted) }
    self.compose = view == nil ? nil : compose
    if view != self.view {
      self.view = view
      self.isDirty = true
      // sway 1.7 arranges windows for the surface's room only if none of them covers the screen by then.
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

  /// A strip at the lower edge keeps its place below the keys.
  private func place(_ view: ProgramKeyboardView) -> ProgramKeyboardPlace {
    let strip = view.hasKeys ? session.homeStrip?.lowerThickness ?? 0 : 0
    return ProgramKeyboardPlace(
      view.hasKeys ? .bottom : .right, size: view.size, bottom: view.bottom + strip, reserved: view.reserved,
      area: view.area)
  }

  private func draw() {
    guard isDirty || surface.isStale, let renderer, let view, let compose, let picture = surface.next() else {
      return
    }
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
    // Where it begins and what of it is clear may have changed, beside what was drawn.
    surface.show(picture, x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Has the program be seen above the keys, except where forms of a key are.
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
  /// From what a program tells over `zwp_text_input_v3`.
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
