import Foundation
import MessageBus
import TestCompositor
import Testing

/// The users who may call the launcher on the system bus and power the machine off. The real bus and polkit
/// read the product's rules, with this machine's users in the product's roles.
@Suite(
  .serialized, .enabled(if: geteuid() == 0, "only root can be several users"),
  .enabled(if: MessageBus.isInstalled, "needs dbus-daemon"))
struct PermissionTests {
  /// The roles: `games` is the kiosk's user beside root, and `man` is the user of programs. `daemon` is an
  /// operator by its group, `bin` is the bridge's user, and `nobody` is any other user.
  private static let (kiosk, operatorGroup) = ("games", "daemon")
  private static let users: [(name: String, id: uid_t, mayAsk: Bool)] = [
    ("root", 0, true), ("daemon", 1, true), ("bin", 2, true), ("games", 5, false), ("man", 6, false),
    ("nobody", 65534, false),
  ]

  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func rules(_ path: String) throws -> String {
    try String(contentsOf: repository.appending(path: "systemd/\(path)"), encoding: .utf8)
  }

  /// The rules of Debian's system bus, followed by the product's policy.
  private static func policy() throws -> String {
    let ours = try rules("dbus-1/system.d/org.rotunda.Launcher1.conf")
      .replacing("policy user=\"rotunda\"", with: "policy user=\"\(kiosk)\"")
      .replacing("policy user=\"rotunda-bridge\"", with: "policy user=\"bin\"")
      .replacing("group=\"rotunda-operators\"", with: "group=\"\(operatorGroup)\"")
    let start = try #require(ours.range(of: "<busconfig>")).upperBound
    let end = try #require(ours.range(of: "</busconfig>")).lowerBound
    return """
      <policy context="default">
        <allow user="*"/><deny own="*"/><deny send_type="method_call"/><allow send_type="signal"/>
        <allow send_requested_reply="true" send_type="method_return"/>
        <allow send_requested_reply="true" send_type="error"/>
        <allow receive_type="method_call"/><allow receive_type="method_return"/><allow receive_type="error"/>
        <allow receive_type="signal"/>
        <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"/>
        <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Introspectable"/>
      </policy>
      \(ours[start..<end])
      <policy user="root"><allow own_prefix="org.rotunda.Launcher1"/></policy>
      """
  }

  @Test func onlyRootAndOperatorsMayCallTheLauncher() throws {
    let files = try KioskFiles()
    chmod(files.directory.path, 0o755)
    let bus = try MessageBus(files, type: "system", policy: Self.policy())
    let kiosk = try Kiosk(
      tiles: "[control]\nbus = \"system\"\n" + Kiosk.tile(.red, files, run: ["wait"]), files: files,
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    try kiosk.launcher.waitForOutput("can be called as org.rotunda.Launcher1")
    let program = files.path("rotunda")
    try FileManager.default.copyItem(atPath: Kiosk.binary, toPath: program)
    let environment = [
      "DBUS_SYSTEM_BUS_ADDRESS": bus.address, "DBUS_SESSION_BUS_ADDRESS": ControlledKiosk.nowhere(files),
    ]
    let object = ["org.rotunda.Launcher1", "/org/rotunda/Launcher1"]
    for user in Self.users {
      func run(_ program: String, _ words: [String]) throws -> Outcome {
        try Outcome(program, words, environment: environment, user: user.id)
      }
      let seen = try run("/usr/bin/busctl", ["--address=\(bus.address)", "introspect"] + object)
      let called = try run(
        "/usr/bin/busctl", ["--address=\(bus.address)", "call"] + object + ["org.rotunda.Launcher1", "Home"])
      let asked = try run(program, ["ctl", "home", "--json"])
      let told = try run(program, ["ctl", "status", "--json"])
      if user.mayAsk {
        #expect(seen.status == 0 && seen.text.contains("ShowMessage"), "\(user.name): \(seen.errors)")
        #expect(called.status == 0, "\(user.name): \(called.errors)")
        #expect(
          asked.status == 0 && told.object?["screen"] as? String == "carousel", "\(user.name): \(told.errors)"
        )
      } else {
        #expect(seen.status != 0 && !seen.text.contains("ShowMessage"), "\(user.name)")
        #expect(
          called.status != 0 && called.errors.contains("Access denied"), "\(user.name): \(called.errors)")
        for outcome in [asked, told] {
          #expect(
            outcome.status == 77 && outcome.errors.contains("rotunda-operators"),
            "\(user.name): \(outcome.errors)")
          #expect(outcome.object?["error"] as? String == "org.freedesktop.DBus.Error.AccessDenied")
        }
      }
    }
  }

  @Test func onlyTheKiosksUserMayHaveTheName() throws {
    let files = try KioskFiles()
    chmod(files.directory.path, 0o755)
    let bus = try MessageBus(files, type: "system", policy: Self.policy())
    for (user, name, isAllowed) in [
      (5, "org.rotunda.Launcher1", true), (5, "org.rotunda.Launcher1.seat1", true),
      (5, "org.rotunda.Other", false), (1, "org.rotunda.Launcher1", false),
      (65534, "org.rotunda.Launcher1", false), (65534, "org.rotunda.Launcher1.seat1", false),
    ] as [(uid_t, String, Bool)] {
      let outcome = try Outcome(
        "/usr/bin/busctl",
        [
          "--address=\(bus.address)", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus",
          "org.freedesktop.DBus", "RequestName", "su", name, "4",
        ], environment: [:], user: user)
      #expect((outcome.text == "u 1\n") == isAllowed, "\(user) \(name): \(outcome.text) \(outcome.errors)")
    }
  }

  /// The actions that the configuration allows, that it never allows, and that the compositor needs.
  private static let powers = [
    "login1.power-off", "login1.reboot", "login1.suspend", "login1.power-off-multiple-sessions",
  ]
  private static let refused = [
    "login1.reboot-ignore-inhibit", "login1.halt", "login1.hibernate", "login1.set-self-linger",
    "login1.set-user-linger", "login1.inhibit-block-shutdown", "login1.inhibit-handle-power-key",
    "login1.set-wall-message", "systemd1.manage-units", "policykit.exec",
  ]
  private static let switching = "login1.chvt"

  /// Starts the real polkit with the product's rule and asks for three users' permissions. It prints user,
  /// action and pkcheck's status. Status 1 is no. Status 2 comes from other rules, which ask users without a
  /// session for a password.
  private static let script = #"""
    mount --make-rprivate /
    mount --bind "$1/rules" /usr/share/polkit-1/rules.d
    mount -t tmpfs -o mode=0755 tmpfs /etc/polkit-1
    export DBUS_SYSTEM_BUS_ADDRESS=$2
    /usr/lib/polkit-1/polkitd >"$1/polkitd.log" 2>&1 &
    for ((i = 0; i < 300; i++)); do
      grep --quiet 'Acquired the name' "$1/polkitd.log" && break
      sleep 0.1
    done
    for user in games man daemon; do
      setpriv --reuid="$user" --regid="$user" --clear-groups sleep 1000 &
      process=$!
      until [[ $(ps -o user= -p "$process") == "$user" ]]; do sleep 0.05; done
      for action in $3; do
        pkcheck --action-id "org.freedesktop.$action" --process "$process" >/dev/null 2>&1
        echo "$user $action $?"
      done
      kill "$process"
    done
    """#

  private static let hasPolkit = FileManager.default.isExecutableFile(atPath: "/usr/lib/polkit-1/polkitd")

  private static let hasMountNamespaces =
    (try? Outcome("/usr/bin/unshare", ["--mount", "true"], environment: [:]).status) == 0

  @Test(
    .enabled(if: hasPolkit, "needs polkitd"),
    .enabled(if: hasMountNamespaces, "there are no mount namespaces here"),
    arguments: ["true", "false", "3 # no truth", nil])
  func configuredPowerActionsAreTheUsersOnly(allows: String?) throws {
    let files = try KioskFiles()
    chmod(files.directory.path, 0o755)
    let program = files.path("rotunda")
    try FileManager.default.copyItem(atPath: Kiosk.binary, toPath: program)
    let configuration = files.path("kiosk.toml")
    if let allows {
      try files.write("[kiosk]\npower-actions = \(allows)\n[[tile]]\nrun = [\"true\"]\n", to: "kiosk.toml")
      chmod(configuration, 0o644)
    }
    let rule = try Self.rules("polkit-1/rules.d/50-rotunda.rules")
      .replacing("\"rotunda\";", with: "\"\(Self.kiosk)\";")
      .replacing("\"rotunda-visitor\"", with: "\"man\"")
      .replacing(
        "[\"/usr/bin/rotunda\", \"config\", \"power\"]",
        with: "[\"\(program)\", \"config\", \"power\", \"--config\", \"\(configuration)\"]")
    try #require(rule.contains(program) && rule.contains("\"games\""))
    let rules = files.directory.appending(path: "rules")
    try FileManager.default.createDirectory(at: rules, withIntermediateDirectories: false)
    try files.write(rule, to: "rules/50-rotunda.rules")
    chmod(rules.path, 0o755)
    chmod(files.path("rules/50-rotunda.rules"), 0o644)
    let bus = try MessageBus(
      files, type: "system",
      policy: MessageBus.everything.replacing("<allow own=", with: "<allow user=\"*\"/><allow own="))
    let actions = Self.powers + Self.refused + [Self.switching]
    let outcome = try Outcome(
      "/usr/bin/unshare",
      [
        "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "bash", "-c", Self.script, "polkit",
        files.directory.path, bus.address, actions.joined(separator: " "),
      ], environment: [:])
    let lines = Set(outcome.text.split(separator: "\n").map(String.init))
    try #require(lines.count == 3 * actions.count, "\(outcome.text) \(outcome.errors)")
    // logind's own rules decide if the configuration allows the action. Otherwise the answer is no.
    let allowed = allows == "true" ? 2 : 1
    for action in Self.powers {
      #expect(lines.contains("games \(action) \(allowed)"), "\(action): \(outcome.text)")
    }
    for action in Self.refused {
      #expect(lines.contains("games \(action) 1"), "\(action): \(outcome.text)")
    }
    #expect(lines.contains("games \(Self.switching) 2"))
    for action in actions { #expect(lines.contains("man \(action) 1"), "\(action): \(outcome.text)") }
    // The product's rule leaves other users to other rules: some actions need a session.
    for action in Self.powers + [Self.switching, "login1.set-user-linger", "systemd1.manage-units"] {
      #expect(lines.contains("daemon \(action) 2"), "\(action): \(outcome.text)")
    }
  }
}
