import Glibc
import Testing

@testable import State

struct MachineTests {
  private static let (up, running) = (UInt32(IFF_UP), UInt32(IFF_RUNNING))

  @Test(arguments: [
    ("192.168.1.7", up | running, true), ("2001:db8::7", up | running, true),
    ("192.168.1.7", up, false), ("192.168.1.7", running, false), ("169.254.3.9", up | running, false),
  ])
  func interfaceWithoutCableOrAddressIsUnconnected(address: String, flags: UInt32, isConnected: Bool) {
    let interface = MachineFacts.Interface(name: "eth0", address: address, flags: flags)
    #expect(interface.isConnected == isConnected)
  }
}
