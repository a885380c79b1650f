/// What `--help` prints.
enum Usage {
  static let text = """
    Usage: rotunda [--config FILE] [--windowed]
           rotunda session [--compositor NAME] [--config FILE] [-- WORD...]
           rotunda check FILE
           rotunda config keys

    A touch kiosk launcher: a carousel of tiles, each opening a program.

    Commands:
      session         start a compositor with the launcher inside, as the kiosk's service does:
                      cage, or the one that --compositor or $ROTUNDA_COMPOSITOR names (sway,
                      labwc, weston); words after -- are for the compositor
      check FILE      validate a configuration file; exit status 1 if it has an error
      config keys     list every configuration key with its type, range and default

    Options:
      --config FILE   use this configuration file instead of looking in
                      $XDG_CONFIG_HOME/rotunda, /etc/rotunda and /usr/share/rotunda
      --windowed      open an ordinary window instead of taking the whole screen
      --help          print this text
      --version       print the version

    See rotunda(1) and rotunda.toml(5).
    """

  static let versionNumber = "0.1.0"
  static let version = "rotunda \(versionNumber)"
}
