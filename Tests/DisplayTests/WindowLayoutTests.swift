import RotundaGeometry
import Testing
import Wayland

@testable import Display

@MainActor
struct WindowLayoutTests {
  private func output(
    _ width: Double, _ height: Double, scale: Int32 = 1, transform: WlOutput.Transform = .normal
  ) -> Output.Description {
    var output = Output.Description()
    output.mode = Size(width, height)
    output.scale = scale
    output.transform = transform
    return output
  }

  private func configuration(
    _ width: Int32, _ height: Int32, options: WindowOptions = WindowOptions(),
    output: Output.Description? = nil,
    fractionalScale: Double? = nil
  ) -> WindowConfiguration {
    var layout = WindowLayout(options: options)
    layout.configure = WindowLayout.Configure(width: width, height: height)
    layout.output = output
    layout.fractionalScale = fractionalScale
    return layout.configuration
  }

  @Test func theCompositorsSizeCounts() {
    #expect(configuration(800, 480, output: output(1920, 1080)).size == Size(800, 480))
  }

  @Test func openSizeBecomesTheScreensSize() {
    #expect(configuration(0, 0, output: output(1920, 1080)).size == Size(1920, 1080))
    #expect(configuration(0, 0, output: output(3840, 2160, scale: 2)).size == Size(1920, 1080))
    #expect(configuration(0, 0, output: output(1920, 1080, transform: ._90)).size == Size(1080, 1920))
    #expect(configuration(0, 0, output: output(1920, 1080, transform: ._180)).size == Size(1920, 1080))
    #expect(configuration(0, 0, output: output(0, 0)).size == Size(1280, 720))
    #expect(configuration(0, 0).size == Size(1280, 720))
  }

  @Test func openSizeBecomesTheOptionsSize() {
    let options = WindowOptions(isFullscreen: false, size: Size(640, 400))
    #expect(configuration(0, 0, options: options, output: output(1920, 1080)).size == Size(640, 400))
    #expect(configuration(500, 0, options: options).size == Size(500, 400))
  }

  @Test(arguments: [
    (1.0, 1280, 720), (1.5, 1920, 1080), (1.25, 1600, 900), (2.0, 2560, 1440), (0.75, 960, 540),
  ])
  func aFractionalScaleGivesWholePixels(scale: Double, width: Int, height: Int) {
    let configuration = configuration(1280, 720, output: output(1, 1, scale: 2), fractionalScale: scale)
    #expect(configuration.pixelWidth == width && configuration.pixelHeight == height)
    #expect(configuration.scale == scale)
  }

  @Test func pixelsAreRoundedAsTheProtocolAsks() {
    // 1366 × 1.5 = 2049. 767 × 1.5 = 1150.5, which rounds away from zero.
    let configuration = configuration(1366, 767, fractionalScale: 1.5)
    #expect(configuration.pixelWidth == 2049 && configuration.pixelHeight == 1151)
  }

  @Test func noSizeIsLargerThanATexture() {
    let huge = configuration(.max, .max, output: output(1920, 1080, scale: 4))
    #expect(huge.pixelWidth == 16384 && huge.pixelHeight == 16384)
    let tiny = configuration(1, 1, fractionalScale: 0.125)
    #expect(tiny.pixelWidth == 1 && tiny.pixelHeight == 1)
  }

  @Test func wholeScaleHasWholePointBuffers() {
    let huge = configuration(.max, .max, output: output(1920, 1080, scale: 3))
    #expect(huge.pixelWidth % 3 == 0 && huge.pixelHeight % 3 == 0)
    let tiny = configuration(0, 0, output: output(1, 1, scale: 16))
    #expect(tiny.size == Size(1, 1))
    #expect(tiny.pixelWidth == 16 && tiny.pixelHeight == 16)
  }
}
