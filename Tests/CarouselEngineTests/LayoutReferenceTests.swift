import CarouselReplay
import Testing

@Suite struct LayoutReferenceTests {
  @Test func everyLayoutMatchesTheOriginal() throws {
    let ours = try TransformReplay.table(sets: ReferenceTables.data("transforms-sets.json"))
    let found = try ReferenceTables.differences(
      ReferenceTables.table("transforms.csv"), ours, by: ["set", "type", "orientation", "offset"],
      tolerance: 1e-7)
    #expect(found == [])
  }

  @Test func everyOptionHasTheOriginalsDefault() throws {
    let original = try ReferenceTables.table("defaults.csv")
    let found = try ReferenceTables.differences(
      original, DefaultsReplay.table(inputs: original), by: ["case"], tolerance: 1e-7)
    #expect(found == [])
  }

  @Test func visibleItemsMatchTheOriginal() throws {
    let ours = try VisibleReplay.visible(cases: ReferenceTables.data("visible-cases.json"))
    // Exact ties of the original's keys depend on rounding.
    let found = try ReferenceTables.differences(
      ReferenceTables.table("visible.csv"), ours, by: ["case", "index"], tolerance: 1e-7,
      except: ["order_is_tied"])
    #expect(found == [])
  }

  @Test func hitTestMatchesTheOriginal() throws {
    let original = try ReferenceTables.table("hit.csv")
    let ours = try VisibleReplay.hits(cases: ReferenceTables.data("hit-cases.json"), points: original)
    #expect(try ReferenceTables.differences(original, ours, by: ["case", "x", "y"], tolerance: 0) == [])
  }
}
