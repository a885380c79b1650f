import Wayland
import WaylandServer

/// The way in which the compositor copies its screens, and its mistakes.
public struct ScreenCopyOptions: Sendable {
  /// A wrong behavior.
  public enum Fault: Hashable, Sendable {
    /// The compositor does not answer the request.
    case silent
    /// The copy never becomes ready.
    case neverReady
    /// The compositor refuses.
    case refused
    /// The copy is ready although the client has given no memory.
    case readyAtOnce
    /// The compositor ends the connection.
    case protocolError
    /// The compositor announces these numbers instead of the true ones.
    case announces(width: UInt32, height: UInt32, stride: UInt32)
  }

  /// The upright picture of each screen by its index. Without one, the newest window's content.
  public var pictures: [Int: PixelSnapshot] = [:]
  /// The format of the copy: `.xrgb8888`, `.argb8888`, `.xbgr8888` or `.abgr8888`.
  public var format = WlShm.Format.xrgb8888
  /// Unused bytes behind each row.
  public var padding = 0
  /// Whether the first row in memory is the lowest.
  public var isUpsideDown = false
  /// The wrong behavior; nil for none.
  public var fault: Fault?

  /// Creates options for correct copies.
  public init() {}
}

/// The copies of the screens, on the compositor's thread.
final class ScreenCopies {
  var options = ScreenCopyOptions()
  private(set) var count = 0
  private unowned let state: CompositorState

  init(_ state: CompositorState) { self.state = state }

  func makeGlobal(version: UInt32) -> ServerGlobal {
    state.display.addGlobal(ZwlrScreencopyManagerV1Resource.self, version: version) {
      [unowned self] manager in
      manager.onRequest = { [unowned self] request in
        switch request {
        case .captureOutput(let frame, _, let output): begin(frame, output, area: nil)
        case .captureOutputRegion(let frame, _, let output, let x, let y, let width, let height):
          begin(frame, output, area: FrameRectangle(x: x, y: y, width: width, height: height))
        case .destroy: break
        }
      }
    }
  }

  private func begin(
    _ frame: ZwlrScreencopyFrameV1Resource, _ output: WlOutputResource?, area: FrameRectangle?
  ) {
    count += 1
    let index = state.outputs.firstIndex { $0.resources.contains { $0 === output } }
    guard let index, let upright = picture(of: index) else { return frame.sendFailed() }
    let whole = turned(upright, by: state.outputs[index].options.transform)
    let picture = area.map { cut(whole, to: $0) } ?? whole
    let stride = picture.width * 4 + options.padding
    switch options.fault {
    case .silent: return
    case .refused: return frame.sendFailed()
    case .readyAtOnce: return frame.sendReady(tvSecHi: 0, tvSecLo: 0, tvNsec: 0)
    case .announces(let width, let height, let stride):
      return frame.sendBuffer(format: options.format, width: width, height: height, stride: stride)
    case .neverReady, .protocolError, nil: break
    }
    frame.sendBuffer(
      format: options.format, width: UInt32(picture.width), height: UInt32(picture.height),
      stride: UInt32(stride))
    frame.onRequest = { [unowned self, unowned frame] request in
      guard case .copy(let buffer) = request else { return }
      copy(picture, stride: stride, into: buffer, frame)
    }
  }

  private func copy(
    _ picture: PixelSnapshot, stride: Int, into buffer: WlBufferResource?,
    _ frame: ZwlrScreencopyFrameV1Resource
  ) {
    guard options.fault != .neverReady else { return }
    let target = buffer.flatMap { state.buffer(of: $0) }
    guard options.fault != .protocolError, let target, target.width == picture.width,
      target.height == picture.height, target.write(rows(of: picture, stride: stride))
    else {
      return frame.postError(code: ZwlrScreencopyFrameV1.Error.invalidBuffer.rawValue, "a wrong buffer")
    }
    frame.sendFlags(flags: options.isUpsideDown ? .yInvert : [])
    frame.sendReady(tvSecHi: 0, tvSecLo: 0, tvNsec: 0)
  }

  private func picture(of index: Int) -> PixelSnapshot? {
    options.pictures[index] ?? state.windows.current?.surface.shown.pixels
  }

  private func cut(_ picture: PixelSnapshot, to area: FrameRectangle) -> PixelSnapshot {
    var bytes: [UInt8] = []
    for y in Int(area.y)..<Int(area.y + area.height) {
      let start = (y * picture.width + Int(area.x)) * 4
      bytes += picture.bytes[start..<start + Int(area.width) * 4]
    }
    return PixelSnapshot(width: Int(area.width), height: Int(area.height), bytes: bytes)
  }

  /// Returns the picture as the compositor turns it for its screen: mirrored first, then by quarter turns
  /// against the clock.
  private func turned(_ picture: PixelSnapshot, by transform: WlOutput.Transform) -> PixelSnapshot {
    var result = picture
    if transform.rawValue & 4 != 0 {
      result = made(picture.width, picture.height, of: result) { (picture.width - 1 - $0, $1) }
    }
    for _ in 0..<transform.rawValue & 3 {
      let last = result
      result = made(last.height, last.width, of: last) { (last.width - 1 - $1, $0) }
    }
    return result
  }

  private func made(
    _ width: Int, _ height: Int, of picture: PixelSnapshot, _ source: (Int, Int) -> (Int, Int)
  ) -> PixelSnapshot {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (column, row) = source(x, y)
        let start = (row * picture.width + column) * 4
        bytes += picture.bytes[start..<start + 4]
      }
    }
    return PixelSnapshot(width: width, height: height, bytes: bytes)
  }

  private func rows(of picture: PixelSnapshot, stride: Int) -> [UInt8] {
    let isRedFirst = [WlShm.Format.xbgr8888, .abgr8888].contains(options.format)
    var result: [UInt8] = []
    for row in 0..<picture.height {
      let line = options.isUpsideDown ? picture.height - 1 - row : row
      for start in Swift.stride(from: line * picture.width * 4, to: (line + 1) * picture.width * 4, by: 4) {
        let (blue, green, red) = (picture.bytes[start], picture.bytes[start + 1], picture.bytes[start + 2])
        result += isRedFirst ? [red, green, blue, 7] : [blue, green, red, 7]
      }
      result += Array(repeating: 170, count: stride - picture.width * 4)
    }
    return result
  }
}
