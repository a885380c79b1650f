/// What the compositors read: no keys of their own, nothing on the screen but programs, and those as large as it is.
extension CompositorPlan {
  static let swayConfiguration = """
    # Written by rotunda session at every start. Add to it in /etc/rotunda/sway.conf.
    # No binding and no bar is named here, so there is none.
    default_border none
    default_floating_border none
    focus_follows_mouse no
    focus_on_window_activation focus
    floating_modifier none
    workspace_layout tabbed
    popup_during_fullscreen smart
    seat * hide_cursor 3000
    for_window [app_id=".*"] fullscreen enable
    for_window [class=".*"] fullscreen enable
    exec exec "$\(launcherVariable)"

    """

  /// One binding that means nothing each, since labwc takes its own where it finds none at all.
  static let labwcConfiguration = """
    <?xml version="1.0"?>
    <!-- Written by rotunda session at every start. -->
    <labwc_config>
      <core><decoration>server</decoration><gap>0</gap></core>
      <keyboard>
        <keybind key="XF86Launch0"><action name="None"/></keybind>
      </keyboard>
      <mouse>
        <context name="Root"><mousebind button="Extra" action="Press"><action name="None"/></mousebind></context>
      </mouse>
      <windowRules>
        <windowRule identifier="*" serverDecoration="no"><action name="Maximize"/></windowRule>
      </windowRules>
    </labwc_config>

    """

  static let emptyMenu = """
    <?xml version="1.0"?>
    <openbox_menu><menu id="root-menu" label=""></menu></openbox_menu>

    """

  /// weston ends when the launcher does, and never fades or locks the screen.
  static func westonConfiguration(_ launcher: String) -> String {
    """
    # Written by rotunda session at every start. Add to it in /etc/rotunda/weston.ini.
    [core]
    shell=kiosk-shell.so
    idle-time=0
    require-input=false

    [shell]
    locking=false

    [keyboard]
    vt-switching=false
    keymap_options=\(keyOptions)

    [autolaunch]
    path=\(launcher)
    watch=true


    """
  }
}
