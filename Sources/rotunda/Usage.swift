/// What `--help` prints.
enum Usage {
  static let text = """
    Usage: rotunda [--config FILE] [--windowed]
           rotunda session [--compositor NAME] [--config FILE] [-- WORD...]
           rotunda preview --output FILE [--config FILE] [--size WxH] [--scale S] [--layout NAME]
                           [--theme NAME] [--scroll-offset TILES] [--open ID] [--time SECONDS]
                           [--contact-sheet]
           rotunda setup [--user NAME] [--compositor NAME] [--undo] [--dry-run] [--force]
                         [--root DIR]
           rotunda touch-test [--config FILE] [--windowed]
           rotunda demo [--config FILE] [--output FILE] [--windowed]
           rotunda panels [--seat NAME] SOCKET
           rotunda check FILE
           rotunda doctor [--config FILE] [--json]
           rotunda failure [--config FILE] [--compositor NAME] [--result WORD] [--wait SECONDS]
           rotunda config keys
           rotunda config schema
           rotunda config power [--config FILE]
           rotunda config upgrade FILE
           rotunda ctl VERB [--json] [--bus NAME] [--seat NAME]
           rotunda hash-pin

    A touch kiosk launcher: a carousel of tiles, each opening a program.

    Commands:
      session         start a compositor with the launcher inside, as the kiosk's service does:
                      cage, or the one that --compositor or $ROTUNDA_COMPOSITOR names (sway,
                      labwc, weston); words after -- are for the compositor
      preview         draw the launcher's screen into a PNG file, without a compositor
      setup           make a kiosk of this machine: its user, the service at boot, no logins and
                      no keys past it; says first what it changes, and --undo takes it back
      touch-test      show what the touchscreen does: contacts, rates, gestures, targets
      demo            try out how the tiles look and move: every layout, option and theme under
                      touch, and save what was chosen
      panels SOCKET   open touch panels for the launcher that is at a socket, so that neither it nor
                      programs may read other input devices; rotunda-panels.service does this
      check FILE      validate a configuration file; exit status 1 if it has an error
      doctor          look this machine over: service, compositor, graphics, touchscreens, ways home,
                      permissions, configuration, fonts, icons; exit status 1 if something is missing
      failure         show visitors that the kiosk does not start, why, and whom to call, as
                      rotunda-failed.service does on the console; what helps goes to standard error
      config keys     list every configuration key with its type, range and default
      config schema   print the same as a JSON schema, for editors and other programs
      config power    print which of power-off, reboot and suspend the configuration allows
      config upgrade FILE
                      rewrite a configuration file of an earlier release; its comments stay
      ctl VERB        ask the launcher that runs for something: status, watch, reload, home, open,
                      message, blank, unblank, screenshot; see rotunda ctl --help
      hash-pin        ask for a PIN twice, or read it from a pipe, and print its hash for pin-file

    Options:
      --config FILE   use this configuration file instead of looking in
                      $XDG_CONFIG_HOME/rotunda, /etc/rotunda and /usr/share/rotunda
      --user NAME     with setup: who the kiosk runs as, instead of rotunda
      --seat NAME     with panels: the seat whose touch panels are opened (seat0)
      --undo          with setup: put everything back as it was
      --dry-run       with setup: only say what would change
      --force         with setup: also where something is missing without which a kiosk cannot start
      --root DIR      with setup: work on the tree below DIR, an image for example
      --result WORD   with failure: how the service ended, as systemctl show --property=Result says
      --wait SECONDS  with failure: wait so long, or until what is known to be missing is there
      --json          with doctor and ctl: print JSON
      --output FILE   with demo: what is saved, instead of rotunda-demo.toml
      --windowed      open an ordinary window instead of taking the whole screen
      --help          print this text
      --version       print the version

    Options of preview:
      --output FILE   the picture to write
      --size WxH      the screen in pixels (1280x800)
      --scale S       pixels to a point (1)
      --layout NAME   this layout instead of the configuration's
      --theme NAME    this theme instead of the configuration's: dark, light, high-contrast
      --scroll-offset TILES
                      turn the carousel so many tiles away from the first
      --open ID       open that tile first: a folder or a page
      --time SECONDS  how long the launcher has been on the screen (0)
      --contact-sheet every layout beside the others

    See rotunda(1) and rotunda.toml(5).
    """

  static let versionNumber = "0.1.0"
  static let version = "rotunda \(versionNumber)"
}
