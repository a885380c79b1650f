// swift-tools-version: 6.2
import PackageDescription

// The path of libFuzzer's archive, which `packaging/fuzz` sets. It instruments the targets that parse hostile
// bytes. `--sanitize fuzzer` would also instrument the protocol scanner and give it a second main.
let fuzzer: String? = Context.environment["ROTUNDA_FUZZER"]
let watched: [SwiftSetting] = fuzzer == nil ? [] : [.unsafeFlags(["-sanitize=fuzzer,address"])]
let watchedCxx: [CXXSetting] = fuzzer == nil ? [] : [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]

/// For code on its own threads: tools, tests, the test compositor.
let plain: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let watchedPlain: [SwiftSetting] = plain + watched
/// For pure logic, without system calls, a clock or Foundation.
let pure: [SwiftSetting] = [.treatAllWarnings(as: .error), .strictMemorySafety()] + watched
/// For code on the main thread, which owns Wayland, GL and the shell.
let platform: [SwiftSetting] = [.treatAllWarnings(as: .error), .defaultIsolation(MainActor.self)]
let watchedPlatform: [SwiftSetting] = platform + watched
/// Makes glibc check writes to buffers of a size that the compiler knows. Not for Swift, whose importer would
/// import the checks too.
let checkedC: [CSetting] = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]
let checkedCxx: [CXXSetting] = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]
/// Optimizes per-pixel code in debug builds too. Without it, tests would wait up to a hundred times longer.
/// Other targets would take longer to build than their tests save.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
let optimizedC: [CSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))] + checkedC

/// The libraries that other packages import, and their tests.
let libraries: [Target] = [
  .target(name: "RotundaGeometry", swiftSettings: pure),
  .testTarget(name: "RotundaGeometryTests", dependencies: ["RotundaGeometry"], swiftSettings: plain),
  .target(name: "Gestures", dependencies: ["RotundaGeometry"], swiftSettings: pure),
  .testTarget(
    name: "GesturesTests", dependencies: ["GestureReplay", "Gestures", "RotundaGeometry", "SeededRandom"],
    swiftSettings: plain),
  .target(name: "CarouselEngine", dependencies: ["RotundaGeometry"], swiftSettings: pure),
  .testTarget(
    name: "CarouselEngineTests",
    dependencies: [
      "CAllocations", "CarouselEngine", "CarouselReplay", "LongCheck", "RotundaGeometry", "SeededRandom",
    ],
    swiftSettings: plain),
  .target(name: "TouchCarousel", dependencies: ["CarouselEngine", "Gestures"], swiftSettings: pure),
  .testTarget(
    name: "TouchCarouselTests", dependencies: ["SeededRandom", "TouchCarousel"], swiftSettings: plain),
  .executableTarget(name: "RotundaWaylandScanner", swiftSettings: plain),
  .testTarget(
    name: "RotundaWaylandScannerTests", dependencies: ["RotundaWaylandScanner"], exclude: ["Snapshots"],
    swiftSettings: plain),
  .plugin(name: "GenerateWayland", capability: .buildTool(), dependencies: ["RotundaWaylandScanner"]),
  .systemLibrary(name: "CRotundaWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
  .target(
    name: "Wayland", dependencies: ["CRotundaWayland"], swiftSettings: watchedPlatform,
    plugins: ["GenerateWayland"]),
  .testTarget(
    name: "WaylandTests", dependencies: ["CRotundaWayland", "RealCompositors", "TestCompositor", "Wayland"],
    swiftSettings: plain),
]

/// The launcher's logic, without system calls, a clock or Foundation.
let decisions: [Target] = [
  .target(name: "Hashing", swiftSettings: pure + optimized),
  .target(name: "Scene", dependencies: ["Hashing", "RotundaGeometry"], swiftSettings: pure + optimized),
  .testTarget(name: "SceneTests", dependencies: ["RotundaGeometry", "Scene"], swiftSettings: plain),
  .target(name: "JSONFormat", swiftSettings: pure),
  .testTarget(name: "JSONFormatTests", dependencies: ["JSONFormat"], swiftSettings: plain),
  .target(name: "Programs", swiftSettings: pure),
  .target(
    name: "Configuration",
    dependencies: ["CarouselEngine", "Gestures", "JSONFormat", "Programs", "RotundaGeometry"],
    swiftSettings: pure),
  .target(name: "Bundles", swiftSettings: pure),
  .testTarget(name: "BundlesTests", dependencies: ["Bundles", "SeededRandom"], swiftSettings: plain),
  .testTarget(
    name: "ConfigurationTests",
    dependencies: ["CarouselEngine", "Configuration", "Gestures", "RotundaGeometry", "SeededRandom"],
    swiftSettings: plain),
  .target(
    name: "Browsers", dependencies: ["Configuration", "JSONFormat", "Programs"], swiftSettings: pure),
  .testTarget(
    name: "BrowsersTests", dependencies: ["Browsers", "Configuration", "Programs"], swiftSettings: plain),
  .target(name: "Freedesktop", dependencies: ["Programs"], swiftSettings: pure),
  .testTarget(
    name: "FreedesktopTests", dependencies: ["Freedesktop", "Programs", "SeededRandom"], swiftSettings: plain),
  .target(name: "Languages", swiftSettings: pure),
  .testTarget(name: "LanguagesTests", dependencies: ["Languages", "SeededRandom"], swiftSettings: plain),
  .target(name: "Supervision", dependencies: ["RotundaGeometry"], swiftSettings: pure),
  .testTarget(
    name: "SupervisionTests", dependencies: ["RotundaGeometry", "SeededRandom", "Supervision"],
    swiftSettings: plain),
  .target(name: "WaylandFilter", swiftSettings: pure),
  .testTarget(
    name: "WaylandFilterTests", dependencies: ["SeededRandom", "WaylandFilter"], swiftSettings: plain),
  .target(name: "UsageCounts", swiftSettings: pure),
  .testTarget(name: "UsageCountsTests", dependencies: ["SeededRandom", "UsageCounts"], swiftSettings: plain),
  .target(name: "Diagnosis", dependencies: ["JSONFormat"], swiftSettings: pure),
  .testTarget(name: "DiagnosisTests", dependencies: ["Diagnosis"], swiftSettings: plain),
  .target(name: "Networks", swiftSettings: pure),
  .target(name: "MQTTBridge", dependencies: ["JSONFormat"], swiftSettings: pure),
  .testTarget(
    name: "MQTTBridgeTests", dependencies: ["MQTTBridge", "SeededRandom"], swiftSettings: plain),
  .testTarget(name: "NetworksTests", dependencies: ["Networks", "SeededRandom"], swiftSettings: plain),
  .target(
    name: "Shell",
    dependencies: [
      "Bundles", "CarouselEngine", "Configuration", "Freedesktop", "Gestures", "Languages", "Networks",
      "Programs", "RotundaGeometry", "Scene", "TouchCarousel",
    ], swiftSettings: pure),
  .testTarget(
    name: "ShellTests",
    dependencies: [
      "Bundles", "CAllocations", "CarouselEngine", "CompiledCatalogs", "Configuration", "GestureReplay",
      "Gestures", "Hashing", "Languages", "LongCheck", "Networks", "Programs", "RotundaGeometry", "Scene",
      "SeededRandom", "Shell",
    ], swiftSettings: plain),
]

/// Files, threads, the event loop, the bus.
let system: [Target] = [
  .target(name: "CLinux", cSettings: checkedC),
  .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
  .target(name: "Logging", swiftSettings: plain),
  .testTarget(name: "LoggingTests", dependencies: ["Logging"], swiftSettings: plain),
  .target(name: "Threads", dependencies: ["CLinux"], swiftSettings: plain),
  .target(name: "FileSystem", dependencies: ["Freedesktop"], swiftSettings: plain),
  .testTarget(name: "FileSystemTests", dependencies: ["FileSystem", "Freedesktop"], swiftSettings: plain),
  .target(name: "CTOML", cxxSettings: watchedCxx + checkedCxx),
  .target(
    name: "ConfigurationFile",
    dependencies: [
      "Bundles", "CarouselEngine", "Configuration", "CTOML", "FileSystem", "Freedesktop", "Gestures",
      "Programs",
      "RotundaGeometry",
    ], swiftSettings: watchedPlain),
  .testTarget(
    name: "ConfigurationFileTests",
    dependencies: [
      "CarouselEngine", "Configuration", "ConfigurationFile", "FileSystem", "Gestures", "LongCheck",
      "Programs", "RotundaGeometry", "SeededRandom", "TemporaryFiles",
    ], swiftSettings: plain),
  .target(
    name: "Editing",
    dependencies: [
      "Bundles", "CLinux", "Configuration", "ConfigurationFile", "Credentials", "FileSystem", "Hashing",
      "Logging", "Networks", "Threads",
    ], swiftSettings: watchedPlain),
  .testTarget(
    name: "EditingTests",
    dependencies: [
      "Bundles", "CLinux", "Configuration", "ConfigurationFile", "Credentials", "CWebServer", "Editing",
      "FileSystem", "NetworkDaemons", "Networks", "Programs", "rotunda", "RotundaGeometry", "SeededRandom",
      "SetupWeb", "Shell", "TemporaryFiles",
    ],
    exclude: ["Phone"], swiftSettings: plain),
  // Loads libzip when a theme or a bundle is packed or installed.
  .target(name: "CZip", cSettings: checkedC),
  .target(name: "Archives", dependencies: ["CZip"], swiftSettings: watchedPlain),
  .target(
    name: "Themes",
    dependencies: ["Archives", "CFontconfig", "Configuration", "ConfigurationFile", "FileSystem", "Sound"],
    swiftSettings: watchedPlain),
  .testTarget(
    name: "ThemesTests",
    dependencies: [
      "Archives", "Configuration", "ConfigurationFile", "SeededRandom", "TemporaryFiles", "Themes",
    ],
    swiftSettings: plain),
  // Loads GnuTLS when a bundle is signed or checked.
  .target(name: "CSignatures", cSettings: checkedC),
  // Loads libcurl to download the first picture, or a bundle.
  .target(name: "CCurl", cSettings: checkedC),
  .target(
    name: "BundleFiles",
    dependencies: ["Archives", "Bundles", "CCurl", "ConfigurationFile", "CSignatures", "FileSystem"],
    swiftSettings: watchedPlain),
  .testTarget(
    name: "BundleFilesTests",
    dependencies: [
      "Archives", "BundleFiles", "Bundles", "LongCheck", "rotunda", "SeededRandom", "TemporaryFiles",
    ],
    exclude: ["Server"], swiftSettings: plain),
  .systemLibrary(name: "CCrypt", providers: [.apt(["libcrypt-dev"])]),
  .target(
    name: "Credentials", dependencies: ["CCrypt", "CLinux", "Configuration", "FileSystem", "Logging"],
    swiftSettings: plain),
  .testTarget(
    name: "CredentialsTests",
    dependencies: ["CLinux", "Configuration", "Credentials", "FileSystem", "rotunda", "SeededRandom"],
    swiftSettings: plain),
  .target(
    name: "EventLoop", dependencies: ["CLinux", "CSystemd", "Logging", "Programs"], swiftSettings: platform),
  .testTarget(name: "EventLoopTests", dependencies: ["EventLoop", "LoopProbe"], swiftSettings: plain),
  .target(name: "Bus", dependencies: ["CSystemd", "EventLoop", "Logging"], swiftSettings: platform),
  .testTarget(
    name: "BusTests", dependencies: ["Bus", "EventLoop", "MessageBus", "TemporaryFiles"], swiftSettings: plain
  ),
  .target(
    name: "NetworkControl", dependencies: ["Bus", "EventLoop", "Logging", "Networks"],
    swiftSettings: platform),
  .testTarget(
    name: "NetworkControlTests",
    dependencies: ["Bus", "EventLoop", "NetworkControl", "NetworkDaemons", "Networks"], swiftSettings: plain),
  .target(name: "Control", dependencies: ["Bus", "EventLoop", "Logging", "Shell"], swiftSettings: platform),
  .testTarget(
    name: "ControlTests", dependencies: ["Bus", "Configuration", "Control", "Shell"], swiftSettings: plain),
  // Loads libmosquitto when the bridge connects to a broker.
  .target(name: "CMosquitto", cSettings: checkedC),
  .target(
    name: "BridgeService",
    dependencies: [
      "Bus", "CLinux", "CMosquitto", "Control", "EventLoop", "FileSystem", "Logging", "MQTTBridge",
    ],
    swiftSettings: platform),
  .testTarget(
    name: "BridgeServiceTests",
    dependencies: [
      "BridgeService", "EventLoop", "LongCheck", "MQTTBridge", "MQTTBroker", "SeededRandom",
    ], swiftSettings: plain),
  // Loads libspeechd for the first speech.
  .target(name: "CSpeech", cSettings: checkedC),
  .target(name: "Speech", dependencies: ["CSpeech", "EventLoop", "Logging"], swiftSettings: platform),
  // Loads libasound for the first sound.
  .target(name: "CSound", cSettings: checkedC),
  .target(name: "Sound", dependencies: ["CSound", "EventLoop", "Logging"], swiftSettings: platform),
  .testTarget(
    name: "SoundTests", dependencies: ["EventLoop", "SeededRandom", "Sound"], exclude: ["Sounds"],
    swiftSettings: plain),
]

/// Programs and their session.
let programs: [Target] = [
  .target(
    name: "Applications", dependencies: ["Bus", "CLinux", "EventLoop", "Hashing", "Logging", "Programs"],
    swiftSettings: platform),
  .testTarget(
    name: "ApplicationsTests",
    dependencies: [
      "Applications", "Bus", "EventLoop", "LongCheck", "LoopProbe", "Programs", "SeededRandom", "UnitProbe",
    ],
    swiftSettings: plain),
  .target(name: "XPrograms", dependencies: ["Applications", "CLinux", "Logging"], swiftSettings: plain),
  .testTarget(name: "XProgramsTests", dependencies: ["SeededRandom", "XPrograms"], swiftSettings: plain),
  .target(
    name: "DisplayRelay",
    dependencies: ["Applications", "CLinux", "EventLoop", "Logging", "Wayland", "WaylandFilter"],
    swiftSettings: platform),
  .testTarget(
    name: "DisplayRelayTests",
    dependencies: ["CLinux", "DisplayRelay", "rotunda", "SeededRandom"], swiftSettings: plain),
  .target(
    name: "Session",
    dependencies: [
      "Applications", "CLinux", "EventLoop", "Logging", "Programs", "RotundaGeometry", "Supervision",
      "Threads",
    ],
    swiftSettings: platform),
  .testTarget(
    name: "SessionTests", dependencies: ["LongCheck", "LoopProbe", "RealCompositors", "rotunda", "Session"],
    swiftSettings: plain),
  .target(name: "Setup", dependencies: ["CLinux", "Diagnosis", "Supervision"], swiftSettings: plain),
  .testTarget(name: "SetupTests", dependencies: ["Diagnosis", "rotunda", "Setup"], swiftSettings: plain),
  .target(
    name: "Inspection",
    dependencies: [
      "Artwork", "Browsers", "CLinux", "Configuration", "ConfigurationFile", "CSystemd", "Diagnosis",
      "FileSystem", "Freedesktop", "GlobalTouch", "Rendering", "Setup", "Sound", "Speech", "Supervision",
      "Wayland",
    ], swiftSettings: platform),
]

/// The compositor, touches beside it, pictures and drawing.
let screen: [Target] = [
  .systemLibrary(name: "CXKB", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),
  .systemLibrary(name: "CWaylandCursor", pkgConfig: "wayland-cursor", providers: [.apt(["libwayland-dev"])]),
  .target(
    name: "Display",
    dependencies: [
      "Browsers", "CLinux", "CRotundaWayland", "CWaylandCursor", "CXKB", "EventLoop", "Gestures", "Languages",
      "Logging", "RotundaGeometry", "Wayland",
    ], swiftSettings: watchedPlatform),
  .testTarget(
    name: "DisplayTests",
    dependencies: [
      "CLinux", "Display", "EventLoop", "Gestures", "Languages", "RealCompositors", "RotundaGeometry",
      "SeededRandom", "TestCompositor", "Wayland",
    ], swiftSettings: plain),
  .systemLibrary(name: "CInput", pkgConfig: "libinput", providers: [.apt(["libinput-dev", "libudev-dev"])]),
  .target(
    name: "GlobalTouch",
    dependencies: [
      "CInput", "CLinux", "EventLoop", "Gestures", "Logging", "RotundaGeometry", "Supervision", "Threads",
    ],
    swiftSettings: platform),
  // Its functions replace libinput's, only in the process of the tests.
  .target(name: "CInputStub", path: "Tests/CInputStub"),
  .testTarget(
    name: "GlobalTouchTests",
    dependencies: [
      "CInput", "CInputStub", "CLinux", "EventLoop", "Gestures", "GlobalTouch", "PanelProbe",
      "RotundaGeometry", "Session",
    ], swiftSettings: plain),
  .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
  .systemLibrary(name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
  .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
  // Loads libhyphen when the first word is too long for its line.
  .target(name: "CHyphen", cSettings: checkedC),
  // Loads libqrencode when the first code is drawn.
  .target(name: "CQRencode", cSettings: checkedC),
  .target(
    name: "Artwork",
    dependencies: [
      "CCurl", "CFontconfig", "CHyphen", "CLinux", "CPango", "CPixbuf", "CQRencode", "Freedesktop",
      "Hashing", "RotundaGeometry", "Scene", "Threads",
    ], swiftSettings: watchedPlain + optimized),
  .testTarget(
    name: "ArtworkTests",
    dependencies: [
      "Artwork", "CHyphen", "CPango", "DecoderProbe", "Freedesktop", "RotundaGeometry", "Scene",
      "SeededRandom", "TemporaryFiles", "Threads",
    ], swiftSettings: plain),
  .target(name: "CTexels", cSettings: optimizedC),
  .target(name: "Rasterization", dependencies: ["CTexels", "Threads"], swiftSettings: plain + optimized),
  .testTarget(
    name: "RasterizationTests", dependencies: ["CTexels", "Rasterization", "SeededRandom"],
    swiftSettings: plain),
  .systemLibrary(
    name: "CGraphics", pkgConfig: "egl", providers: [.apt(["libegl-dev", "libgles-dev", "libwayland-dev"])]),
  .target(
    name: "Rendering", dependencies: ["CGraphics", "Rasterization", "RotundaGeometry", "Scene"],
    swiftSettings: plain + optimized),
  .testTarget(
    name: "RenderingTests",
    dependencies: [
      "Artwork", "CompiledCatalogs", "Configuration", "Freedesktop", "Gestures", "Languages", "LongCheck",
      "Programs", "RealCompositors", "Rendering", "RotundaGeometry", "Scene", "SeededRandom", "Shell",
      "Wayland",
    ], swiftSettings: plain),
]

/// The executable.
let executable: [Target] = [
  .target(name: "COptions", cSettings: checkedC),
  .target(
    name: "Commands",
    dependencies: [
      "CarouselEngine", "Configuration", "COptions", "RotundaGeometry", "Session", "Setup", "Supervision",
    ], swiftSettings: plain),
  .testTarget(
    name: "CommandsTests",
    dependencies: ["CarouselEngine", "Commands", "Configuration", "RotundaGeometry", "Session", "Setup"],
    swiftSettings: plain),
  // Loads libwebpmux to write a film.
  .target(name: "CWebP", cSettings: checkedC),
  .target(
    name: "Hosting",
    dependencies: [
      "Artwork", "CarouselEngine", "CLinux", "CWebP", "Configuration", "Display", "EventLoop", "Freedesktop",
      "Gestures", "GlobalTouch", "Logging", "Rendering", "RotundaGeometry", "Scene", "Session", "Shell",
      "Supervision", "Wayland",
    ], swiftSettings: platform),
  .testTarget(
    name: "HostingTests",
    dependencies: [
      "Artwork", "CAllocations", "CarouselEngine", "Configuration", "Display", "EventLoop", "FileSystem",
      "Freedesktop", "Hosting", "Rendering", "RotundaGeometry", "Scene", "Shell", "TestCompositor", "Wayland",
    ], swiftSettings: plain),
  .target(
    name: "State",
    dependencies: [
      "Applications", "Browsers", "Bundles", "CLinux", "Configuration", "ConfigurationFile", "Credentials",
      "Editing", "EventLoop", "FileSystem", "Freedesktop", "Hashing", "Languages", "Logging", "Networks",
      "Programs", "RotundaGeometry", "Scene", "Shell", "Supervision", "Threads", "UsageCounts",
    ], swiftSettings: platform),
  .testTarget(
    name: "StateTests",
    dependencies: [
      "Bundles", "CLinux", "Configuration", "ConfigurationFile", "Credentials", "Editing", "EventLoop",
      "FileSystem", "Freedesktop", "Logging", "RotundaGeometry", "SeededRandom", "Shell", "State",
      "UsageCounts",
    ],
    swiftSettings: plain),
  // Loads libmicrohttpd and GnuTLS when an operator sets up the kiosk from a phone.
  .target(name: "CWebServer", cSettings: checkedC),
  .target(
    name: "SetupWeb",
    dependencies: [
      "Artwork", "CLinux", "Configuration", "ConfigurationFile", "Credentials", "CWebServer", "Editing",
      "FileSystem", "Hashing", "JSONFormat", "Languages", "Logging", "Shell",
    ], swiftSettings: watchedPlain),
  .executableTarget(
    name: "rotunda",
    dependencies: [
      "Applications", "Artwork", "BridgeService", "BundleFiles", "Bundles", "Bus", "CarouselEngine", "CLinux",
      "Commands",
      "Configuration", "ConfigurationFile", "Control", "Credentials", "Diagnosis", "Display", "DisplayRelay",
      "Editing",
      "EventLoop", "FileSystem", "Freedesktop", "GlobalTouch", "Hosting", "Inspection", "JSONFormat",
      "Logging", "MQTTBridge", "NetworkControl", "Networks", "Programs", "Rendering", "RotundaGeometry",
      "Scene",
      "Session", "Setup", "SetupWeb", "Shell", "Sound", "Speech", "State", "Supervision", "Themes",
      "UsageCounts", "Wayland", "XPrograms",
    ], swiftSettings: platform),
  .testTarget(
    name: "RotundaTests",
    dependencies: [
      "BundleFiles", "Bus", "carousel-example", "CLinux", "Commands", "Configuration", "ConfigurationFile",
      "CPango",
      "EventLoop", "Gestures", "gestures-example", "LongCheck", "MessageBus", "MQTTBroker", "Networks",
      "ProbeProgram",
      "RealCompositors", "rotunda", "RotundaGeometry", "SeededRandom", "Shell", "Sound", "State",
      "Supervision", "TestCompositor", "Wayland", "wayland-example", "WaylandServer",
    ], swiftSettings: plain),
]

/// The support for tests: other processes, a compositor, reference measurements.
let testSupport: [Target] = [
  .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: pure),
  .target(name: "CAllocations", path: "Tests/Support/CAllocations"),
  .target(
    name: "CompiledCatalogs", dependencies: ["Languages"], path: "Tests/Support/CompiledCatalogs",
    swiftSettings: plain),
  .target(name: "LongCheck", path: "Tests/Support/LongCheck", swiftSettings: plain),
  .target(name: "TemporaryFiles", path: "Tests/Support/TemporaryFiles", swiftSettings: plain),
  .target(
    name: "MQTTBroker", dependencies: ["TemporaryFiles"], path: "Tests/Support/MQTTBroker",
    swiftSettings: plain),
  .target(name: "MessageBus", path: "Tests/Support/MessageBus", swiftSettings: plain),
  .target(
    name: "NetworkDaemons", dependencies: ["MessageBus", "TemporaryFiles"],
    path: "Tests/Support/NetworkDaemons", exclude: ["Daemons"], swiftSettings: plain),
  .target(
    name: "GestureReplay", dependencies: ["Gestures", "RotundaGeometry"], path: "Tests/Support/GestureReplay",
    swiftSettings: plain),
  .target(
    name: "CarouselReplay", dependencies: ["CarouselEngine", "RotundaGeometry"],
    path: "Tests/Support/CarouselReplay", swiftSettings: plain),
  .executableTarget(
    name: "reference-replay", dependencies: ["CarouselReplay", "GestureReplay"],
    path: "Tests/Support/reference-replay", swiftSettings: plain),
  .systemLibrary(
    name: "CWaylandServer", path: "Tests/Support/CWaylandServer", pkgConfig: "wayland-server",
    providers: [.apt(["libwayland-dev"])]),
  .target(
    name: "WaylandServer", dependencies: ["CWaylandServer", "Wayland"], path: "Tests/Support/WaylandServer",
    swiftSettings: plain, plugins: ["GenerateWayland"]),
  .target(
    name: "TestCompositor", dependencies: ["Wayland", "WaylandServer"], path: "Tests/Support/TestCompositor",
    swiftSettings: plain + optimized),
  .testTarget(
    name: "TestCompositorTests", dependencies: ["TestCompositor", "Wayland"], swiftSettings: plain),
  .executableTarget(name: "WaylandRelay", path: "Tests/WaylandRelay", swiftSettings: plain),
  .target(
    name: "RealCompositors", dependencies: ["WaylandRelay"], path: "Tests/RealCompositors",
    swiftSettings: plain + optimized),
  .testTarget(
    name: "RealCompositorsTests",
    dependencies: [
      "Configuration", "Display", "Gestures", "Languages", "LongCheck", "MessageBus", "Programs",
      "RealCompositors", "rotunda", "RotundaGeometry", "SeededRandom", "Shell", "Supervision",
    ],
    exclude: ["Programs"], swiftSettings: plain),
  .executableTarget(
    name: "LoopProbe", dependencies: ["Applications", "CLinux", "EventLoop", "Programs", "Session"],
    path: "Tests/LoopProbe", swiftSettings: platform),
  .executableTarget(
    name: "UnitProbe", dependencies: ["Applications", "CLinux", "EventLoop", "Programs"],
    path: "Tests/UnitProbe",
    exclude: ["with-user-manager"], swiftSettings: platform),
  .executableTarget(
    name: "PanelProbe", dependencies: ["EventLoop", "Gestures", "GlobalTouch", "RotundaGeometry"],
    path: "Tests/PanelProbe", swiftSettings: platform),
  .executableTarget(
    name: "DecoderProbe", dependencies: ["Artwork", "CLinux"], path: "Tests/DecoderProbe",
    swiftSettings: plain),
  .executableTarget(name: "ProbeProgram", path: "Tests/ProbeProgram", swiftSettings: plain),
  // Runs the tests for `packaging/test`, and reports the processes that they leave behind.
  .executableTarget(
    name: "Subreaper", dependencies: ["CLinux"], path: "Tests/Subreaper", swiftSettings: plain),
  .testTarget(name: "SubreaperTests", dependencies: ["Subreaper"], swiftSettings: plain),
  .target(
    name: "FuzzTargets",
    dependencies: [
      "Artwork", "Bundles", "Configuration", "ConfigurationFile", "Display", "Editing", "EventLoop",
      "Freedesktop", "GestureReplay", "Gestures", "MQTTBridge", "Programs", "RotundaGeometry", "Scene",
      "Shell", "Sound", "Themes", "WaylandFilter",
    ], path: "Tests/FuzzTargets", swiftSettings: watchedPlatform),
  .testTarget(
    name: "FuzzTargetsTests", dependencies: ["FuzzTargets", "LongCheck", "Wayland"], swiftSettings: plain),
]

/// Benchmarks, and example programs that use the libraries.
let benchmarksAndExamples: [Target] = [
  .target(name: "Measuring", path: "Benchmarks/measuring", swiftSettings: plain),
  .executableTarget(
    name: "carousel-benchmarks", dependencies: ["CAllocations", "CarouselEngine", "RotundaGeometry"],
    path: "Benchmarks/carousel", swiftSettings: plain),
  .executableTarget(
    name: "launcher-benchmark", dependencies: ["Measuring", "TestCompositor"], path: "Benchmarks/launcher",
    swiftSettings: plain),
  .executableTarget(
    name: "drag-benchmark", dependencies: ["Measuring", "TestCompositor"], path: "Benchmarks/drag",
    swiftSettings: plain),
  .executableTarget(
    name: "relay-benchmark", dependencies: ["CLinux", "Measuring"], path: "Benchmarks/relay",
    swiftSettings: plain),
  .executableTarget(
    name: "carousel-gallery", dependencies: ["CarouselEngine", "RotundaGeometry"],
    path: "examples/swift/gallery", swiftSettings: plain),
  .executableTarget(
    name: "carousel-example", dependencies: ["TouchCarousel", "Wayland"], path: "examples/swift/carousel",
    swiftSettings: plain),
  .executableTarget(
    name: "gestures-example", dependencies: ["Gestures"], path: "examples/swift/gestures",
    swiftSettings: plain),
  .executableTarget(
    name: "wayland-example", dependencies: ["Wayland"], path: "examples/swift/wayland", swiftSettings: plain),
]

let package = Package(
  name: "rotunda",
  products: [
    .library(name: "CarouselEngine", targets: ["CarouselEngine"]),
    .library(name: "Gestures", targets: ["Gestures"]),
    .library(name: "TouchCarousel", targets: ["TouchCarousel"]),
    .library(name: "Wayland", targets: ["Wayland"]),
    .plugin(name: "GenerateWayland", targets: ["GenerateWayland"]),
  ],
  targets: libraries,
  cxxLanguageStandard: .cxx17
)
package.targets += decisions
package.targets += system
package.targets += programs
package.targets += screen
package.targets += executable
package.targets += testSupport
package.targets += benchmarksAndExamples

if let fuzzer {
  package.targets.append(.systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"))
  package.targets.append(
    .executableTarget(
      name: "rotunda-fuzzers",
      dependencies: ["CFuzzer", "Display", "EventLoop", "FuzzTargets", "TestCompositor", "Wayland"],
      path: "Tests/Fuzzers", swiftSettings: platform,
      linkerSettings: [.unsafeFlags(["-sanitize=address", fuzzer]), .linkedLibrary("stdc++")]))
}

// `packaging/test` names the test targets that it builds and runs. Without a name, the package has all.
if let tests = Context.environment["ROTUNDA_TESTS"]?.split(separator: " ") {
  package.targets.removeAll { $0.type == .test && !tests.contains(Substring($0.name)) }
}
