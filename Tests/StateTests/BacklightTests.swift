import Foundation
import Testing

@testable import State

/// The kernel's files of backlights, and the values for a brightness in percent.
@MainActor @Suite(.serialized) struct BacklightTests {
  private let place: StateDirectory

  init() throws { place = try StateDirectory() }

  private func add(
    _ name: String = "panel", type: String = "raw", maximum: String, value: String = "1"
  ) throws {
    try place.write("\(type)\n", to: "class/\(name)/type")
    try place.write("\(maximum)\n", to: "class/\(name)/max_brightness")
    try place.write("\(value)\n", to: "class/\(name)/brightness")
  }

  private var found: Backlight? { Backlight(in: place["class"]) }

  @Test(arguments: [
    ("1", [1, 1, 1, 1, 1]), ("7", [1, 1, 3, 4, 7]), ("255", [12, 14, 109, 134, 255]),
    ("65535", [3276, 3899, 28_180, 34_406, 65_535]),
    ("4294967295", [214_748_364, 255_550_553, 1_846_835_936, 2_254_857_830, 4_294_967_295]),
  ])
  func percentBecomesTheNearestValue(maximum: String, values: [Int]) throws {
    try add(maximum: maximum)
    let light = try #require(found)
    #expect([0, 1, 40, 50, 100].map { Int(light.value(percent: $0)) } == values)
    #expect([Int.min, -1].allSatisfy { Int(light.value(percent: $0)) == values[0] })
    #expect([101, Int.max].allSatisfy { Int(light.value(percent: $0)) == values[4] })
  }

  @Test(arguments: [
    ("1", "0", 100), ("1", "1", 100), ("7", "0", 0), ("7", "1", 0), ("7", "3", 33), ("7", "4", 50),
    ("7", "7", 100), ("7", "9", 100), ("255", "12", 0), ("255", "109", 40), ("255", "255", 100),
    ("65535", "28180", 40), ("4294967295", "0", 0), ("4294967295", "1846835936", 40),
    ("4294967295", "4294967295", 100),
  ])
  func valueBecomesTheNearestPercent(maximum: String, value: String, percent: Int) throws {
    try add(maximum: maximum, value: value)
    #expect(found?.percent == percent)
  }

  @Test(arguments: ["255", "937", "65535", "4294967295"])
  func percentIsReadAsItWasSet(maximum: String) throws {
    try add(maximum: maximum)
    let light = try #require(found)
    for percent in 0...100 { #expect(light.percent(of: light.value(percent: percent)) == percent) }
  }

  @Test(arguments: [
    "", "0", "-5", "+5", "1e3", "12 ", " 12", "0x10", "4294967296", "99999999999999999999", "12\n34", "12\0",
    "٣", "many", String(repeating: "1", count: 70_000),
  ])
  func invalidMaximumIsNoBacklight(maximum: String) throws {
    try add(maximum: maximum)
    #expect(found == nil)
  }

  @Test(arguments: ["", "-1", "4294967296", "x", "1 2"])
  func unknownValueIsTakenFromTheHardware(value: String) throws {
    try add(maximum: "255", value: value)
    #expect(found != nil && found?.percent == nil)
    try place.write("109\n", to: "class/panel/actual_brightness")
    #expect(found?.percent == 40)
  }

  @Test func setValueCountsBeforeThatOfTheHardware() throws {
    try add(maximum: "255", value: "109")
    try place.write("0\n", to: "class/panel/actual_brightness")
    #expect(found?.percent == 40)
  }

  @Test func firmwareComesBeforePlatformAndRaw() throws {
    #expect(found == nil)
    for (name, type) in [("d", "else"), ("c", "raw"), ("b", "raw"), ("e", "platform"), ("f", "firmware")] {
      try add(name, type: type, maximum: "255")
      #expect(found?.name == name, "\(type)")
    }
    // Without a usable range it does not count.
    try add("a", type: "firmware", maximum: "0")
    #expect(found?.name == "f")
  }

  @Test func pipesAndFoldersDoNotBlock() throws {
    try FileManager.default.createDirectory(
      atPath: place["class/folder/max_brightness"], withIntermediateDirectories: true)
    try place.write("raw\n", to: "class/pipe/type")
    mkfifo(place["class/pipe/max_brightness"], 0o600)
    #expect(found == nil)
  }

  @Test func onlyTheFirstSeatHasABacklight() {
    let other = ["ROTUNDA_SESSION_BACKLIGHTS": place["class"]]
    #expect(Backlight.directory(in: place.environment) == "/sys/class/backlight")
    #expect(Backlight.directory(in: place.environment(other)) == place["class"])
    #expect(
      Backlight.directory(in: place.environment(["ROTUNDA_SESSION_BACKLIGHTS": "relative"]))
        == "/sys/class/backlight")
    #expect(Backlight.directory(in: place.environment(["XDG_SEAT": "seat1"])) == nil)
  }
}
