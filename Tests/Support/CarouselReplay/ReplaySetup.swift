import CarouselEngine
import RotundaGeometry

/// A configuration in a reference file, from any of the keys used there.
struct ReplaySetup: Decodable, Sendable {
  var type: String?
  var items: Int?
  var view: [Double]?
  var item: [Double]?
  var placeholders: Int?
  var itemWidth: Double?
  var options: [String: ReplayValue]?
  var props: [String: ReplayValue]?
  var start: Double?
  var toggle: Double?

  enum CodingKeys: String, CodingKey {
    case type, items, view, item, placeholders, options, props, start, toggle
    case itemWidth = "item_width"
  }

  var viewSize: Size { Self.size(view, else: Size(800, 480)) }
  var itemSize: Size { Self.size(item, else: Size(200, 200)) }

  private static func size(_ pair: [Double]?, else fallback: Size) -> Size {
    guard let pair, pair.count == 2 else { return fallback }
    return Size(pair[0], pair[1])
  }

  /// The carousel options for this configuration.
  var carouselOptions: CarouselOptions {
    var result = CarouselOptions()
    result.layout = LayoutKind(reference: type ?? "") ?? .linear
    result.physics = .classic
    result.layoutChangeDuration = 0
    for (key, value) in options ?? [:] { result.override(key, value) }
    for (key, value) in props ?? [:] { result.set(property: key, value) }
    // As in the original: the extent comes from the first item view, and stays the same when the orientation
    // changes.
    let own = result.isVertical ? itemSize.height : itemSize.width
    result.itemExtent = itemWidth.flatMap { $0 > 0 ? $0 : nil } ?? own
    return result
  }

  /// Returns a carousel in its initial state.
  func carousel(physics: ScrollPhysicsKind) -> Carousel {
    var options = carouselOptions
    options.physics = physics
    return Carousel(
      options: options, bounds: viewSize, itemSize: itemSize, numberOfItems: items ?? 0,
      numberOfPlaceholders: placeholders ?? 0)
  }
}

extension CarouselOptions {
  /// Sets an option that the original's delegate overrides.
  mutating func override(_ key: String, _ value: ReplayValue) {
    switch key {
    case "wrap": wrap = value.isTrue
    case "show_backfaces": showBackfaces = value.isTrue
    case "offset_multiplier": offsetMultiplier = value.number
    case "visible_items": visibleItems = value.integer
    case "count": count = value.number
    case "arc": arc = value.number
    case "angle": angle = value.number
    case "radius": radius = value.number
    case "tilt": tilt = value.number
    case "spacing": spacing = value.number
    case "fade_min": fadeMin = value.number
    case "fade_max": fadeMax = value.number
    case "fade_range": fadeRange = value.number
    case "fade_min_alpha": fadeMinAlpha = value.number
    default: break
    }
  }

  /// Sets a property of the original.
  mutating func set(property key: String, _ value: ReplayValue) {
    switch key {
    case "type": layout = value.layout ?? layout
    case "vertical": isVertical = value.isTrue
    case "perspective": perspective = value.number
    case "content_offset": contentOffset = value.point
    case "viewpoint_offset": viewpointOffset = value.point
    case "deceleration_rate": decelerationRate = value.number
    case "scroll_speed": scrollSpeed = value.number
    case "bounces": bounces = value.isTrue
    case "bounce_distance": bounceDistance = value.number
    case "scroll_enabled": isScrollEnabled = value.isTrue
    case "paging_enabled": isPagingEnabled = value.isTrue
    case "autoscroll": autoscroll = value.number
    case "stop_at_item_boundary": stopsAtItemBoundary = value.isTrue
    case "scroll_to_item_boundary": scrollsToItemBoundary = value.isTrue
    case "ignore_perpendicular_swipes": ignoresPerpendicularSwipes = value.isTrue
    case "center_item_when_selected": centersItemWhenSelected = value.isTrue
    default: break
    }
  }
}
