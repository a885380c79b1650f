import Display
import EventLoop
import TestCompositor
import Testing
import Wayland

/// Copies of the test compositor's screens.
@MainActor
@Suite(.serialized) struct ScreenCopyTests {
  private nonisolated static let transforms: [WlOutput.Transform] = [
    .normal, ._90, ._180, ._270, .flipped, .flipped90, .flipped180, .flipped270,
  ]

  /// A picture in which all pixels differ.
  private nonisolated static func picture(width: Int, height: Int, blue: UInt8 = 9) -> PixelSnapshot {
    var bytes: [UInt8] = []
    for y in 0..<height { for x in 0..<width { bytes += [blue, UInt8(y), UInt8(x), 255] } }
    return PixelSnapshot(width: width, height: height, bytes: bytes)
  }

  private func stage(_ change: (inout CompositorOptions) -> Void = { _ in }) throws -> SessionStage {
    try SessionStage {
      $0.offered[.zwlrScreencopyManagerV1] = 1
      change(&$0)
    }
  }

  /// Copies an output of a stage's compositor.
  private func copy(_ stage: SessionStage, output index: Int = 0) throws -> ScreenImage? {
    let output = stage.session.outputs.all[index]
    var result: ScreenImage??
    let copy = ScreenCopy(
      from: .descriptor(try stage.compositor.connectClient()), output: output.globalName,
      transform: output.description.transform, stage.loop
    ) { result = .some($0) }
    try #require(copy != nil)
    try #require(try stage.wait { result != nil })
    return result ?? nil
  }

  private func expect(_ image: ScreenImage?, _ picture: PixelSnapshot) throws {
    let pixels = try #require(image?.takePixels())
    #expect((pixels.width, pixels.height) == (picture.width, picture.height))
    var expected = picture.bytes
    for start in stride(from: 0, to: expected.count, by: 4) { expected.swapAt(start, start + 2) }
    #expect(pixels.bytes == expected)
  }

  @Test(arguments: transforms, [false, true])
  func everyTransformIsUndone(_ transform: WlOutput.Transform, isUpsideDown: Bool) throws {
    let stage = try stage { $0.outputs[0].transform = transform }
    let picture = Self.picture(width: 5, height: 3)
    stage.compositor.copying.pictures = [0: picture]
    stage.compositor.copying.isUpsideDown = isUpsideDown
    // The session learns the transform with the output's first events.
    try #require(try stage.wait { stage.session.outputs.all.first?.description.transform == transform })
    try expect(try copy(stage), picture)
  }

  @Test(arguments: [WlShm.Format.argb8888, .xbgr8888, .abgr8888])
  func paddedRowsOfOtherFormatsAreRead(_ format: WlShm.Format) throws {
    let stage = try stage()
    let picture = Self.picture(width: 4, height: 7)
    stage.compositor.copying.pictures = [0: picture]
    stage.compositor.copying.format = format
    stage.compositor.copying.padding = 20
    try expect(try copy(stage), picture)
  }

  @Test func eachOutputHasItsOwnPicture() throws {
    let stage = try stage { $0.outputs.append(OutputOptions(width: 320, height: 240)) }
    let pictures = [Self.picture(width: 2, height: 2, blue: 1), Self.picture(width: 3, height: 2, blue: 2)]
    stage.compositor.copying.pictures = [0: pictures[0], 1: pictures[1]]
    for index in 0..<2 { try expect(try copy(stage, output: index), pictures[index]) }
  }

  @Test(arguments: [
    ScreenCopyOptions.Fault.silent, .neverReady, .refused, .readyAtOnce, .protocolError,
    .announces(width: 4, height: 4, stride: 15), .announces(width: 0, height: 0, stride: 0),
    .announces(width: .max, height: .max, stride: .max),
    .announces(width: 16_384, height: 16_384, stride: 65_536),
    // The compositor then refuses its own numbers.
    .announces(width: 8, height: 8, stride: 32),
  ])
  func faultyCompositorGivesNoCopy(_ fault: ScreenCopyOptions.Fault) throws {
    let stage = try stage()
    stage.compositor.copying.pictures = [0: Self.picture(width: 4, height: 4)]
    stage.compositor.copying.fault = fault
    #expect(try copy(stage) == nil)
    // The connection of the window does not suffer.
    #expect(stage.disconnections.isEmpty)
    stage.compositor.copying.fault = nil
    #expect(try copy(stage) != nil)
  }

  @Test func hungCompositorGivesNoCopy() throws {
    let stage = try stage()
    stage.compositor.hang()
    #expect(try copy(stage) == nil)
  }

  @Test func compositorWithoutScreencopyGivesNoCopy() throws {
    let stage = try SessionStage()
    #expect(ScreenCopy(of: stage.session, stage.loop) { _ in } == nil)
    #expect(try copy(stage) == nil)
  }

  @Test func missingOutputGivesNoCopy() throws {
    let stage = try stage()
    var result: ScreenImage??
    let copy = ScreenCopy(
      from: .descriptor(try stage.compositor.connectClient()), output: 9999, transform: .normal, stage.loop
    ) { result = .some($0) }
    #expect(copy != nil)
    try #require(try stage.wait { result != nil })
    #expect(result == .some(nil))
  }
}
