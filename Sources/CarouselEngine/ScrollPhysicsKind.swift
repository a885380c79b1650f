/// How a carousel answers a finger.
public enum ScrollPhysicsKind: String, CaseIterable, Hashable, Sendable {
  /// iCarousel 1.8.3's: a parabola that ends on an item, eased snaps, a linear resistance at the ends.
  case classic
  /// That of today's touchscreens: exponential deceleration towards an item chosen at release, a rubber band at
  /// the ends and a critically damped spring back; every position a closed form in time.
  case natural
}
