/// A setup and a script of inputs at numbered ticks.
struct Scenario: Decodable, Sendable {
  var id: String
  var tickSeconds: Double
  var ticks: Int
  var setup: ReplaySetup
  var script: [ScriptedInput]
  var coldStart: ReplayValue?

  enum CodingKeys: String, CodingKey {
    case id, ticks, setup, script
    case tickSeconds = "tick_seconds"
    case coldStart = "cold_start"
  }
}

/// One input of a script.
struct ScriptedInput: Decodable, Sendable {
  var tick: Int
  var op: String
  var tx: Double?
  var ty: Double?
  var vx: Double?
  var vy: Double?
  var x: Double?
  var y: Double?
  var key: String?
  var value: ReplayValue?
  var index: Int?
  var count: Int?
  var offset: Double?
  var duration: Double?
  var animated: ReplayValue?
  var items: Int?
  var w: Double?
  var h: Double?

  /// The duration of a programmed scroll in seconds: as given, or the original's 0.4 if animated.
  var scrollDuration: Double { duration ?? (animated?.isTrue ?? true ? 0.4 : 0) }
}
