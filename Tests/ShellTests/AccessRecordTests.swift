import Testing

@testable import Shell

struct AccessRecordTests {
  @Test func theFirstTwoAreFreeThenTheWaitDoublesUpToAQuarterOfAnHour() {
    let delays = (0...14).map { failures in
      var record = AccessRecord()
      record.failures = failures
      return record.delay
    }
    #expect(delays == [0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900])
  }

  @Test func whatIsKeptIsReadAgain() {
    for failures in [0, 3, 1000] {
      for isLocked in [false, true] {
        var record = AccessRecord()
        (record.failures, record.isLocked) = (failures, isLocked)
        #expect(AccessRecord(bytes: record.bytes) == record)
        #expect(record.bytes.count <= AccessRecord.sizeLimit)
      }
    }
  }

  @Test(arguments: [
    "", "failures 1", "failures 1\nlocked 0", "failures -1\nlocked 0\n", "failures 1\nlocked 2\n",
    "failures x\nlocked 0\n", "failures 1\nlocked 0\n\n", "locked 0\nfailures 1\n",
    "failures 1001\nlocked 0\n",
    "failures 99999999999999999999\nlocked 1\n",
  ])
  func whatIsNotUnderstoodCountsAsTakenAway(text: String) {
    #expect(AccessRecord(bytes: text.utf8) == nil)
  }

  @Test func takingItAwayGainsNothing() {
    #expect(AccessRecord.missing.delay >= 30 && !AccessRecord.missing.isLocked)
  }
}
