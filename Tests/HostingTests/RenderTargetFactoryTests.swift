import Display
import Hosting
import Rendering
import RotundaGeometry
import Scene
import Testing

/// The choice between graphics and software rendering.
@MainActor
@Suite struct RenderTargetFactoryTests {
  /// A target with only a name.
  private final class NamedTarget: RenderTarget {
    let name: String
    let renderer = Renderer(processorThreads: 1)

    init(_ name: String) { self.name = name }

    func resize(to window: WindowConfiguration) {}

    func draw(
      _ frame: SceneFrame, scale: Double, at time: Double, on clock: FrameClock,
      screenshot: ((Screenshot) -> Void)?
    ) -> Bool { true }
  }

  /// The state of the graphics driver.
  nonisolated enum Graphics: CaseIterable {
    case work
    /// The driver renders in software.
    case areSoftware
    case fail
  }

  private let window = WindowConfiguration(size: Size(640, 480))

  /// Returns the names of the targets that a factory creates in order, and its number of graphics attempts.
  private func targets(
    _ choice: GraphicsChoice, _ graphics: Graphics, sharesMemory: Bool = true
  ) throws -> (names: [String], attempts: Int) {
    var attempts = 0
    let factory = RenderTargetFactory(
      choice,
      graphics: { (_, acceptsSoftware) throws(GraphicsError) -> (any RenderTarget)? in
        attempts += 1
        switch graphics {
        case .work: return NamedTarget("graphics")
        case .areSoftware: return acceptsSoftware ? NamedTarget("software") : nil
        case .fail: throw .noDisplay(platform: "test")
        }
      }, processor: sharesMemory ? { _ in NamedTarget("processor") } : nil)
    let names = try (0..<2).map { _ in try #require(try factory.make(for: window) as? NamedTarget).name }
    return (names, attempts)
  }

  @Test(arguments: Graphics.allCases)
  func theProcessorIsChosenWithoutTryingGraphics(graphics: Graphics) throws {
    let (names, attempts) = try targets(.processor, graphics)
    #expect(names == ["processor", "processor"])
    #expect(attempts == 0)
  }

  @Test(arguments: [
    (GraphicsChoice.hardware, Graphics.work, "graphics", 2), (.hardware, .areSoftware, "processor", 1),
    (.hardware, .fail, "processor", 1), (.anyDriver, .work, "graphics", 2),
    (.anyDriver, .areSoftware, "software", 2), (.anyDriver, .fail, "processor", 1),
  ])
  func uselessGraphicsAreTriedOnce(
    choice: GraphicsChoice, graphics: Graphics, expected: String, attempts expectedAttempts: Int
  ) throws {
    let (names, attempts) = try targets(choice, graphics)
    #expect(names == [expected, expected])
    #expect(attempts == expectedAttempts)
  }

  @Test func withoutSharedMemoryAnyDriverIsAccepted() throws {
    #expect(try targets(.processor, .areSoftware, sharesMemory: false).names == ["software", "software"])
    #expect(throws: GraphicsError.noDisplay(platform: "test")) {
      try targets(.hardware, .fail, sharesMemory: false)
    }
  }

  @Test(arguments: [
    ("1", GraphicsChoice.processor), ("true", .processor), ("0", .anyDriver), ("false", .anyDriver),
    ("no", .anyDriver),
  ])
  func mesaVariableSelectsTheRenderer(value: String, choice: GraphicsChoice) {
    #expect(GraphicsChoice(["LIBGL_ALWAYS_SOFTWARE": value]) == choice)
  }
}
