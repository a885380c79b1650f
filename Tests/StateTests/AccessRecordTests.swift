import State
import Testing

struct AccessRecordTests {
  @Test func keptRecordIsReadAgain() {
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
  func invalidRecordCountsAsMissing(text: String) {
    #expect(AccessRecord(bytes: text.utf8) == nil)
  }
}
