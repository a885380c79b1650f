/// How an offset goes on by itself: a closed form in time.
///
/// Offsets are not wrapped here; a curve may run over several turns.
enum ScrollCurve: Hashable, Sendable {
  case braking(Braking)
  case eased(EasedScroll)
  case settling(Settling)
  case coasting(Coasting)
  case programmed(ProgrammedScroll)
  case curved(CurvedScroll)

  /// Items.
  func offset(_ time: Double) -> Double {
    switch self {
    case .braking(let curve): curve.offset(time)
    case .eased(let curve): curve.offset(time)
    case .settling(let curve): curve.offset(time)
    case .coasting(let curve): curve.offset(time)
    case .programmed(let curve): curve.offset(time)
    case .curved(let curve): curve.offset(time)
    }
  }

  /// Items per second.
  func velocity(_ time: Double) -> Double {
    switch self {
    case .braking(let curve): curve.velocity(time)
    case .eased(let curve): curve.velocity(time)
    case .settling(let curve): curve.velocity(time)
    case .coasting(let curve): curve.velocity(time)
    case .programmed(let curve): curve.velocity(time)
    case .curved(let curve): curve.velocity(time)
    }
  }

  /// When it is over.
  var end: Double {
    switch self {
    case .braking(let curve): curve.end
    case .eased(let curve): curve.end
    case .settling(let curve): curve.end
    case .coasting(let curve): curve.rebound.end
    case .programmed(let curve): curve.end
    case .curved(let curve): curve.end
    }
  }

  /// Where it ends.
  var target: Double { offset(end) }
}
