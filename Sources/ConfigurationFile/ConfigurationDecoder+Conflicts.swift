import CarouselEngine
import Configuration
import Gestures

/// Gestures that cannot do what they were bound to, because the carousel needs them or because of one another.
extension ConfigurationDecoder {
  /// A word that stands for an action.
  mutating func action(_ node: TOMLNode, _ key: ConfigurationKey) -> ShellAction? {
    guard case .string(let word) = node.value else {
      failType(node, key)
      return nil
    }
    guard let action = ShellAction(word) else {
      fail(
        "must be \(key.kind), not \"\(Self.excerpt(word))\"", at: node.position, key: key.dottedName,
        suggestion: Spelling.nearest(to: word, among: ShellAction.plain.map(\.word)))
      return nil
    }
    if case .power = action { powerPlaces.append(((file, node.position), action)) }
    if action == .lock { pinUses.append((file, node.position)) }
    return action
  }

  /// Looks at all bindings once everything has been read; what cannot be gets its default back.
  mutating func checkGestures() {
    for trigger in GestureTrigger.all {
      let key = trigger.key
      guard let place = places[key], let action = configuration.gestures.bindings[trigger],
        let conflict = conflict(of: trigger, with: action)
      else { continue }
      configuration.gestures.bindings[trigger] = GestureSettings.standardBindings[trigger]
      report(
        Diagnostic(
          .error, file: place.file, line: place.value.line, column: place.value.column,
          key: key.dottedName, message: conflict.message, suggestion: conflict.suggestion))
    }
  }

  private func conflict(
    of trigger: GestureTrigger, with action: ShellAction
  ) -> (message: String, suggestion: String?)? {
    if case .openTile(let id) = action, !configuration.allTiles.contains(where: { $0.id == id }) {
      let nearest = Spelling.nearest(to: id, among: configuration.allTiles.map(\.id))
      return ("there is no tile '\(Self.excerpt(id))'", nearest.map { ShellAction.tilePrefix + $0 })
    }
    return conflict(of: trigger, boundTo: action).map { ($0, nil) }
  }

  private func conflict(of trigger: GestureTrigger, boundTo action: ShellAction) -> String? {
    switch trigger {
    case .tap where action != .open && !isBound(to: .open, beside: .tap):
      "nothing else opens tiles: bind open to another gesture first, double-tap for example"
    case .swipe(let direction) where action != .none, .flick(let direction) where action != .none:
      conflict(ofSwipe: direction)
    case .longPressDrag where action != .none && isBound(.longPress):
      "cannot be told from long-press, with which it begins: bind one of them to none"
    default: nil
    }
  }

  private func conflict(ofSwipe direction: SwipeDirection) -> String? {
    let options = configuration.carousel.options(tiles: configuration.tiles.count)
    guard options.isScrollEnabled else { return nil }
    if options.turns(by: direction) {
      return "the carousel is turned by swipes along the way of its tiles: bind swipes across it, or an edge"
    }
    return options.ignoresPerpendicularSwipes
      ? nil : "every swipe turns the carousel, because ignore-perpendicular-swipes is false"
  }

  private func isBound(_ trigger: GestureTrigger) -> Bool {
    configuration.gestures.bindings[trigger, default: .none] != .none
  }

  private func isBound(to action: ShellAction, beside trigger: GestureTrigger) -> Bool {
    configuration.gestures.bindings.contains { $0.key != trigger && $0.value == action }
  }
}

extension CarouselOptions {
  /// Whether a swipe in that direction runs along the way of the tiles. On a carousel that is turned aslant, none of
  /// the four does.
  fileprivate func turns(by direction: SwipeDirection) -> Bool {
    let axis = panVector ?? (isVertical ? .init(0, 1) : .init(1, 0))
    let (horizontal, vertical) = (abs(axis.x), abs(axis.y))
    return direction == .left || direction == .right ? horizontal > vertical : vertical > horizontal
  }
}
