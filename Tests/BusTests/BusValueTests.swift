import Testing

@testable import Bus

struct BusValueTests {
  @Test(arguments: [
    (BusValue.string("a"), "s"), (.array(of: "s", []), "as"), (.variant(.uint32(1)), "v"),
    (.structure([.string("n"), .variant(.boolean(true))]), "(sv)"),
    (.array(of: "{sv}", [.entry(.string("k"), .variant(.byte(1)))]), "a{sv}"),
  ])
  func aValueTellsItsType(value: BusValue, signature: String) {
    #expect(value.signature == signature)
  }

  @Test func propertiesAreReadOutOfTheirVariants() {
    let value = BusValue.array(
      of: "{sv}",
      [.entry(.string("Name"), .variant(.string("x"))), .entry(.string("Count"), .variant(.uint64(7)))])
    #expect(value.properties["Name"]?.text == "x")
    #expect(value.properties["Count"]?.integer == 7)
    #expect(value.properties["Count"]?.text == nil)
    #expect(BusValue.string("x").properties.isEmpty)
  }

  @Test func tooLargeNumberIsRefused() {
    #expect(BusValue.uint64(.max).integer == nil)
  }
}
