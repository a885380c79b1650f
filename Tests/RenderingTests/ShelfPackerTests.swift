import SeededRandom
import Testing

@testable import Rendering

@MainActor struct ShelfPackerTests {
  private func overlap(_ a: ShelfPacker.Slot, _ b: ShelfPacker.Slot) -> Bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  }

  @Test func slotsStayInsideWithoutOverlap() {
    let seed: UInt64 = 20_261_120
    var random = SeededGenerator(seed: seed)
    var packer = ShelfPacker(width: 64, height: 64)
    var slots: [ShelfPacker.Slot] = []
    for _ in 0..<3000 {
      if random.next() % 3 == 0, !slots.isEmpty {
        packer.free(slots.remove(at: Int(random.next() % UInt64(slots.count))))
      } else if let slot = packer.place(
        width: Int(random.next() % 20) + 1, height: Int(random.next() % 20) + 1)
      {
        #expect(slot.x >= 0 && slot.y >= 0 && slot.x + slot.width <= 64 && slot.y + slot.height <= 64)
        #expect(!slots.contains { overlap($0, slot) }, "seed \(seed)")
        slots.append(slot)
      }
      #expect(packer.count == slots.count)
    }
  }

  @Test func freedSlotIsReused() {
    var packer = ShelfPacker(width: 30, height: 30)
    for _ in 0..<50 {
      let slots = (0..<9).compactMap { _ in packer.place(width: 10, height: 10) }
      #expect(slots.count == 9)
      #expect(packer.place(width: 1, height: 1) == nil)
      for slot in slots { packer.free(slot) }
      // The page is empty again, and has room for a picture of its full size.
      let all = packer.place(width: 30, height: 30)
      #expect(all != nil)
      if let all { packer.free(all) }
    }
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 1), (31, 1), (1, 31)])
  func tooLargeSlotIsRefused(width: Int, height: Int) {
    var packer = ShelfPacker(width: 30, height: 30)
    #expect(packer.place(width: width, height: height) == nil)
  }

  @Test func lowSlotsDoNotUseHighShelves() {
    var packer = ShelfPacker(width: 30, height: 30)
    let high = packer.place(width: 10, height: 20)
    let low = packer.place(width: 10, height: 5)
    #expect(high?.y == 0)
    #expect(low?.y == 20)
  }
}
