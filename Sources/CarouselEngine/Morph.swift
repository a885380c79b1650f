import RotundaGeometry

/// A replaced layout during the transition to its successor.
struct Morph: Sendable {
  var layout: ResolvedLayout
  /// The sizes of the layout's items.
  var sizes: ItemSizes
  /// The extra scroll offset under this layout, in items. The new layout may have moved the carousel back to
  /// an allowed offset.
  var offsetShift = 0.0
  /// The transition to the next layout. Its progress is the share of the next layout in the picture.
  var transition: Transition
}

extension Carousel {
  /// The maximum number of simultaneous morphs; beyond it, the oldest is dropped. A window that a finger
  /// resizes changes size with every frame: 24 times within the default duration.
  private static let mostMorphs = 32

  /// Starts a transition of the items from their places in `before` and their sizes in `old` to the new
  /// layout.
  mutating func beginMorph(from before: ResolvedLayout, sizes old: ItemSizes) {
    let duration = options.layoutChangeDuration
    guard hasBeenSeen, duration > 0, duration.isFinite, old != sizes || !before.looksLike(layout)
    else { return }
    if options.changesFade { return appear() }
    // Several changes before the next frame count as one.
    if let last = morphs.last, !last.transition.hasBegun { return }
    if morphs.count == Self.mostMorphs { morphs.removeFirst() }
    morphs.append(Morph(layout: before, sizes: old, transition: Transition(duration: duration)))
  }

  /// Returns the ratio of an item's old size to its present size, in width and height.
  private func scale(of item: Int, from old: ItemSizes) -> Size {
    let (before, now) = (old[item], sizes[item])
    return Size(Self.factor(before.width, now.width), Self.factor(before.height, now.height))
  }

  /// Returns the ratio of two lengths; 1 if it is undefined.
  private static func factor(_ old: Double, _ new: Double) -> Double {
    let factor = old / new
    return factor > 0 && factor.isFinite ? factor : 1
  }

  /// Starts the morphs that have not begun and removes those that are over.
  mutating func advanceMorphs(to now: Double) {
    hasBeenSeen = !bounds.isEmpty
    guard !morphs.isEmpty else { return }
    for place in morphs.indices { morphs[place].transition.begin(at: now) }
    if let over = morphs.lastIndex(where: { $0.transition.isOver(at: now) }) {
      morphs.removeSubrange(...over)
    }
  }

  /// The maximum number of items in view: while layouts change, the maximum over all of them.
  var visibleCount: Int {
    var count = layout.visibleCount
    for morph in morphs {
      // A row and a wrapping row show different items around the ends. Only the set of all items covers both.
      let all = numberOfItems + layout.placeholdersShown
      let isSameRow = morph.layout.wraps == layout.wraps || all > Limit.exchangedItems
      count = max(count, isSameRow ? min(morph.layout.visibleCount, all) : all)
    }
    return count
  }

  /// Returns the placement of an item while layouts or items change.
  func changingPlacement(index: Int, toggle: Double) -> Placement {
    var placement = morphedPlacement(index: index, offset: shownOffset(forItemAt: index), toggle: toggle)
    placement.opacity *= presence(ofItemAt: index) * opacity(ofItemAt: index, placement.offset)
    return placement
  }

  /// Returns the opacity factor from the custom function.
  private func opacity(ofItemAt index: Int, _ offset: Double) -> Double {
    guard let customOpacity else { return 1 }
    let item = CustomItem(
      index: index, offset: layout.along(offset, from: self.offset), toggle: shownToggle,
      start: layout.lens.start)
    return customOpacity(item).limited(to: 0...1, else: 1)
  }

  /// Returns the placement of an item while layouts change: each layout replaces the mix of those before it.
  /// Items that were out of view fade in.
  ///
  /// - Parameter isDeparting: Whether the item was removed. A removed item counts as in view for every
  ///   layout.
  func morphedPlacement(index: Int, offset: Double, toggle: Double, isDeparting: Bool = false) -> Placement {
    guard let oldest = morphs.first else {
      var placement = Placement.nowhere
      layout.perform(
        Placing(
          index: index, offset: offset, along: layout.along(offset, from: self.offset), toggle: toggle,
          lens: layout.lens), into: &placement)
      if layout.fadeDepth > 0 {
        let along = layout.along(offset, from: self.offset)
        placement.opacity = layout.opacity(
          offset, of: FormulaItem(index: index, offset: along, toggle: toggle))
      }
      return placement
    }
    func look(_ layout: ResolvedLayout, _ sizes: ItemSizes?, _ shift: Double = 0) -> MorphedLook {
      let isInView = isDeparting || isInWindow(index, of: layout, at: self.offset + shift)
      let item = FormulaItem(
        index: index, offset: layout.along(offset, from: self.offset + shift), toggle: toggle)
      return MorphedLook(
        layout, item, itemScale: sizes.map { scale(of: index, from: $0) } ?? Size(1, 1),
        opacity: isInView ? layout.opacity(offset, of: item) : 0)
    }
    var result = look(oldest.layout, oldest.sizes, oldest.offsetShift)
    for place in morphs.indices {
      let next = place + 1 < morphs.count ? morphs[place + 1] : nil
      let other = next.map { look($0.layout, $0.sizes, $0.offsetShift) } ?? look(layout, nil)
      result = result.mixed(with: other, morphs[place].transition.progress(at: clock))
    }
    return result.placement(index: index, offset: offset, showsBackfaces: layout.showsBackfaces)
  }
}

/// The interpolated values of an item: its pose, content offset and opacity.
private struct MorphedLook {
  var pose: Pose
  var contentOffset: Point
  var opacity: Double

  init(_ layout: ResolvedLayout, _ item: FormulaItem, itemScale: Size, opacity: Double) {
    let transform = layout.anchored(item).scaled(itemScale.width, itemScale.height, 1)
    pose = Pose(transform, perspective: layout.perspective)
    contentOffset = layout.contentOffset
    self.opacity = opacity
  }

  func mixed(with other: MorphedLook, _ part: Double) -> MorphedLook {
    var result = self
    result.pose = pose.mixed(with: other.pose, part)
    result.contentOffset += (other.contentOffset - contentOffset) * part
    result.opacity += (other.opacity - opacity) * part
    return result
  }

  func placement(index: Int, offset: Double, showsBackfaces: Bool) -> Placement {
    let transform = pose.transform
    return Placement(
      index: index, offset: offset, transform: transform.shifted(contentOffset), opacity: opacity,
      isHidden: !(showsBackfaces || transform.row3.z > 0), depth: transform.row4.z)
  }
}

extension ResolvedLayout {
  private var keyframes: KeyframeLayout? {
    if case .keyframes(let keyframes) = custom { keyframes } else { nil }
  }

  /// Reports whether both layouts draw the same items identically.
  func looksLike(_ other: ResolvedLayout) -> Bool {
    shape == other.shape && functionNumber == other.functionNumber && keyframes == other.keyframes
      && fade == other.fade
      && fadeDepth == other.fadeDepth
      && perspective == other.perspective
      && viewpoint == other.viewpoint
      && contentOffset == other.contentOffset && isMirrored == other.isMirrored && wraps == other.wraps
  }
}
