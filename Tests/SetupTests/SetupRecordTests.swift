import Setup
import Testing

@Suite struct SetupRecordTests {
  @Test func aRecordIsReadAsItWasWritten() throws {
    var machine = MadeUpTree.desktop
    machine.nodes["/etc/sysctl.d/90-rotunda.conf"] = .file(
      contents: [0, 10, 32, 37, 255], permissions: 0o600)
    machine.nodes["/etc/systemd/system/ctrl-alt-del.target"] = .link(to: "/a b\n%")
    machine.nodes["/etc/systemd/system/rotunda.service.d/50-setup.conf"] = .file(
      contents: [], permissions: 0o644)
    let plan = try SetupPlan(
      SetupOptions(user: "kiosk", compositor: "cage"), in: machine, knowing: SetupRecord())
    #expect(try SetupRecord(text: plan.record.text) == plan.record)
    #expect(plan.record.madeUsers == ["kiosk"])
  }

  @Test(arguments: [
    ("", 1), ("rotunda-setup 2\n", 1), ("rotunda-setup 1\nfoo /a\n", 2), ("rotunda-setup 1\nabsent a\n", 2),
    ("rotunda-setup 1\nabsent /a\nabsent /a\n", 3), ("rotunda-setup 1\nlink /a\n", 2),
    ("rotunda-setup 1\nlink /a %2\n", 2), ("rotunda-setup 1\nfile /a 99 x\n", 2),
    ("rotunda-setup 1\nfile /a 77777 x\n", 2), ("rotunda-setup 1\nuser root:x\n", 2),
    ("rotunda-setup 1\nabsent\n", 2),
  ])
  func aSpoiltRecordNamesItsLine(text: String, line: Int) {
    #expect(throws: SetupProblem.unreadableRecord(path: "/var/lib/rotunda-setup/state", line: line)) {
      try SetupRecord(text: text)
    }
  }
}
