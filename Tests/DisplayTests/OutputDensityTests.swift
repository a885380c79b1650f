import RotundaGeometry
import Testing
import Wayland

@testable import Display

struct OutputDensityTests {
  private func density(_ mode: Size, _ millimeters: Size) -> Double? {
    var description = Output.Description()
    description.mode = mode
    description.physicalSize = millimeters
    return description.pixelsPerMillimeter
  }

  @Test(arguments: [
    (Size(1920, 1080), Size(480, 270), 4.0), (Size(1920, 1080), Size(270, 480), 4.0),
    (Size(800, 480), Size(80, 48), 10.0),
    (Size(1280, 800), Size(1280, 800), 1.0), (Size(3840, 2160), Size(640, 360), 6.0),
  ])
  func screenWithASizeHasADensity(mode: Size, millimeters: Size, expected: Double) throws {
    #expect(abs(try #require(density(mode, millimeters)) - expected) < 1e-9)
  }

  @Test(arguments: [
    (Size(1920, 1080), Size.zero), (Size(1920, 1080), Size(1, 1)), (Size(1920, 1080), Size(0, 270)),
    (Size(1920, 1080), Size(160, 90)), (Size(1920, 1080), Size(90, 160)), (Size(1920, 1080), Size(16, 9)),
    (Size(1920, 1080), Size(1600, 900)), (Size(1920, 1200), Size(160, 100)),
    (Size(1920, 1080), Size(300, 300)),
    (Size(640, 480), Size(2_000_000, 1_500_000)), (Size.zero, Size(480, 270)),
    (Size(1920, 1080), Size(16, 8.9)),
  ])
  func impossibleScreenSizeIsUnknown(mode: Size, millimeters: Size) {
    #expect(density(mode, millimeters) == nil)
  }

  @Test @MainActor func largerScaleMakesLargerPoints() throws {
    var layout = WindowLayout(options: WindowOptions())
    var output = Output.Description()
    output.mode = Size(3840, 2160)
    output.physicalSize = Size(480, 270)
    output.scale = 2
    layout.output = output
    #expect(layout.configuration.pointsPerMillimeter == 4)
    layout.fractionalScale = 1.6
    #expect(abs(try #require(layout.configuration.pointsPerMillimeter) - 5) < 1e-9)
    output.physicalSize = .zero
    layout.output = output
    #expect(layout.configuration.pointsPerMillimeter == nil)
  }
}
