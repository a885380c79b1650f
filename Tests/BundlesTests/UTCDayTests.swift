import Testing

@testable import Bundles

@Suite struct UTCDayTests {
  @Test(arguments: [
    ("1970-01-01", 0), ("1970-03-01", 59), ("2000-02-29", 11_016), ("2026-11-28", 20_785),
    ("2100-03-01", 47_541), ("9999-12-31", 2_932_896),
  ])
  func daysAreCountedFrom1970(text: String, number: Int) throws {
    let day = try #require(UTCDay(text))
    #expect(day.number == number && UTCDay(number: number).description == text)
  }

  @Test func everyDayReadsBack() {
    for number in stride(from: 0, through: 60_000, by: 1) {
      let day = UTCDay(number: number)
      #expect(UTCDay(day.description) == day)
    }
  }

  @Test(arguments: [
    "", "2027", "2027-1-31", "2027-02-29", "2027-04-31", "2027-13-01", "2027-00-10", "2027-01-00",
    "-027-01-01", "1969-12-31", "2027-01-31T00:00:00Z", "2027/01/31", "٢٠٢٧-01-31",
  ])
  func otherTextsAreNoDays(text: String) {
    #expect(UTCDay(text) == nil)
  }

  @Test func timeBelongsToItsDay() {
    #expect(UTCDay(secondsSince1970: 0).number == 0 && UTCDay(secondsSince1970: 86_399).number == 0)
    #expect(UTCDay(secondsSince1970: 86_400).number == 1 && UTCDay(secondsSince1970: -1).number == -1)
    #expect(UTCDay(number: -1).description == "1969-12-31")
  }
}
