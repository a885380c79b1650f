/// The compositor's globals that programs of tiles may use.
package enum AllowedGlobals {
  /// Interfaces for drawing, reading a seat, exchanging a selection, or describing an own window. GTK 3 and
  /// 4, Qt 5 and 6, Chromium, Firefox, SDL, Mesa, NVIDIA's driver, and Xwayland in a window bind these.
  ///
  /// A list of what is allowed, not of what is blocked: a compositor's new protocol must stay blocked until a
  /// person has reviewed it. A missing global costs a program a feature; a wrong one may defeat the lock.
  package static let interfaces: Set<String> = [
    // Surfaces, windows and their pixels.
    "wl_compositor", "wl_subcompositor", "wl_shm", "wl_output", "wl_shell", "xdg_wm_base", "zxdg_shell_v6",
    "wl_drm", "zwp_linux_dmabuf_v1", "wl_eglstream_display", "wl_eglstream_controller",
    "zwp_linux_explicit_synchronization_v1", "wp_linux_drm_syncobj_manager_v1",
    "wp_single_pixel_buffer_manager_v1", "wp_viewporter", "wp_fractional_scale_manager_v1",
    "wp_alpha_modifier_v1", "wp_content_type_manager_v1",
    // Frame timing.
    "wp_presentation", "wp_tearing_control_manager_v1", "wp_fifo_manager_v1", "wp_commit_timing_manager_v1",
    "frog_fifo_manager_v1",
    // Colors.
    "wp_color_manager_v1", "wp_color_representation_manager_v1", "xx_color_manager_v4",
    "frog_color_management_factory_v1",
    // A window's properties.
    "zxdg_output_manager_v1", "zxdg_decoration_manager_v1", "org_kde_kwin_server_decoration_manager",
    "org_kde_kwin_server_decoration_palette_manager", "org_kde_kwin_appmenu_manager",
    "org_kde_kwin_shadow_manager", "org_kde_kwin_blur_manager", "org_kde_kwin_contrast_manager",
    "org_kde_kwin_slide_manager", "ext_background_effect_manager_v1", "gtk_shell1", "xdg_wm_dialog_v1",
    "xdg_toplevel_icon_manager_v1", "xdg_toplevel_tag_manager_v1", "xdg_toplevel_drag_manager_v1",
    "xdg_system_bell_v1", "xdg_activation_v1", "zxdg_exporter_v1", "zxdg_exporter_v2", "zxdg_importer_v1",
    "zxdg_importer_v2", "zwp_idle_inhibit_manager_v1", "qt_surface_extension",
    // Input: a program gets all of this only while its own window has the seat's focus.
    "wl_seat", "wl_data_device_manager", "zwp_primary_selection_device_manager_v1",
    "gtk_primary_selection_device_manager", "zwp_text_input_manager_v1", "zwp_text_input_manager_v2",
    "zwp_text_input_manager_v3", "qt_text_input_method_manager_v1", "wp_cursor_shape_manager_v1",
    "zwp_relative_pointer_manager_v1", "zwp_pointer_constraints_v1", "zwp_pointer_gestures_v1",
    "zwp_tablet_manager_v1", "zwp_tablet_manager_v2", "zwp_input_timestamps_manager_v1",
  ]
}
