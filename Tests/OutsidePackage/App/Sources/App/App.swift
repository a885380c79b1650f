import CarouselEngine
import Logging
import TouchCarousel
import Wayland

/// Uses the libraries like an ordinary package. It prints its results, and exits with 1 if they are wrong.
@main @MainActor
struct App {
  static func main() {
    print(neighbor)
    // `Size` and `Point` come with the engine.
    var touch = TouchCarousel(
      Carousel(
        options: CarouselOptions(), bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 12))
    touch.carousel.scroll(toItemAt: 5, duration: 0, at: 0)
    var events: [CarouselEvent] = []
    touch.advance(to: 0, into: &events)
    print("item \(touch.carousel.currentItemIndex)")
    // Generated here from this package's own protocol, which names an interface of the module `Wayland`.
    print("\(ProtocolInterface.outsideFrame.name) \(ProtocolInterface.outsideFrame.maximumVersion)")
    do {
      let connection = try Connection(to: .path("/nonexistent/wayland-0"))
      let registry = try Registry(connection)
      let frames = try registry.bind(OutsideFrame.self, atLeast: 1)
      let surface = try registry.bind(WlCompositor.self, atLeast: 4).createSurface()
      frames.hold(surface: surface)
    } catch {
      print("no compositor: \(error)")
    }
  }
}
