/// What `rotunda ctl --help` prints.
enum CtlUsage {
  static let text = """
    Usage: rotunda ctl VERB [--json] [--bus system|session] [--seat NAME]

    Asks the launcher that runs on this machine for something, through D-Bus.

    Verbs:
      status             print what it is doing
      watch              print what happens, a line for each, until Ctrl+C
      reload             read the configuration again; says the first mistake if it has any
      home               end the visit: back to the first tile
      open ID            open the tile with that id
      message TEXT [--seconds N]
                         say something on the screen, for 10 seconds, or until it is touched with 0
      blank              make the screen dark until somebody touches it
      unblank            light it again
      screenshot [--output FILE]
                         a PNG picture of what the launcher shows, to standard output without a file

    Options:
      --json             print one JSON object for each answer
      --bus NAME         look for the launcher on this bus only; otherwise on the machine's, then on the
                         session's
      --seat NAME        the launcher of another seat than seat0

    Exit status: 0 done; 1 the launcher refuses; 64 the command line cannot be understood; 69 there is no
    launcher; 71 the answer could not be written; 77 not allowed: only root and members of the group rotunda-operators may ask a kiosk.
    """
}
