import Foundation
import TestCompositor
import Testing

/// Work that the main thread leaves to other threads, observed by a library between the launcher and the
/// system.
@Suite(.serialized) struct MainThreadTests {
  /// A library that records the main thread's file calls below `WATCHED`, and its listings of all processes.
  private static let witness = """
    #define _GNU_SOURCE
    #include <dirent.h>
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <limits.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/stat.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    static void write_down(const char *what, const char *path) {
      int file = syscall(SYS_openat, AT_FDCWD, getenv("WITNESS"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
      dprintf(file, "%s %s\\n", what, path);
      close(file);
    }

    static void note(const char *what, int directory, const char *path) {
      const char *watched = getenv("WATCHED");
      char link[64], whole[2 * PATH_MAX] = "";
      if (gettid() != getpid() || watched == NULL || path == NULL) return;
      if (path[0] != '/' && directory >= 0) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
        ssize_t count = readlink(link, whole, PATH_MAX);
        if (count > 0) whole[count] = '/';
      }
      strncat(whole, path, PATH_MAX);
      if (strncmp(whole, watched, strlen(watched)) == 0) write_down(what, whole);
    }

    #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

    int open(const char *path, int flags, ...) {
      va_list words;
      va_start(words, flags);
      int mode = va_arg(words, int);
      va_end(words);
      note("open", -1, path);
      return NEXT(open)(path, flags, mode);
    }
    int openat(int directory, const char *path, int flags, ...) {
      va_list words;
      va_start(words, flags);
      int mode = va_arg(words, int);
      va_end(words);
      note("openat", directory, path);
      return NEXT(openat)(directory, path, flags, mode);
    }
    int stat(const char *path, struct stat *status) {
      note("stat", -1, path);
      return NEXT(stat)(path, status);
    }
    int lstat(const char *path, struct stat *status) {
      note("lstat", -1, path);
      return NEXT(lstat)(path, status);
    }
    int access(const char *path, int mode) {
      note("access", -1, path);
      return NEXT(access)(path, mode);
    }
    int inotify_add_watch(int descriptor, const char *path, unsigned mask) {
      int (*next)(int, const char *, unsigned) = dlsym(RTLD_NEXT, "inotify_add_watch");
      note("inotify_add_watch", -1, path);
      return next(descriptor, path, mask);
    }
    int unlinkat(int directory, const char *path, int flags) {
      note("unlinkat", directory, path);
      return NEXT(unlinkat)(directory, path, flags);
    }
    DIR *opendir(const char *path) {
      if (strcmp(path, "/proc") == 0) write_down("opendir", path);
      note("opendir", -1, path);
      return NEXT(opendir)(path);
    }
    """

  private static func environment(_ files: KioskFiles, watching path: String) throws -> [String: String] {
    [
      "LD_PRELOAD": try files.library("witness", witness), "WITNESS": files.path("witness"),
      "WATCHED": files.path(path),
    ]
  }

  /// The recorded lines.
  private static func lines(_ files: KioskFiles) -> [String] {
    let text = (try? String(contentsOfFile: files.path("witness"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  @Test func mainThreadReadsNoFileThatMayHang() throws {
    let files = try KioskFiles()
    try files.run(
      """
      mkdir -p $D/away/drop-ins; ln -s away/drop-ins $D/rotunda.d; cp $D/*.png $D/away; : >$D/away/flag
      printf '# A page\\n![](red.png)\\n' >$D/away/page.md
      """)
    func tile(_ paint: KioskFiles.Paint) -> String {
      Kiosk.tile(paint, files, run: ["wait"]).replacing(
        "\(paint.rawValue).png", with: "../\(paint.rawValue).png")
    }
    try files.write(
      tile(.green) + "\nvisible-when = { file = \"\(files.path("away/flag"))\" }\n"
        + "[[tile]]\nname = \"page\"\npage = \"\(files.path("away/page.md"))\"\n", to: "away/drop-ins/a.toml")
    let kiosk = try Kiosk(
      tiles: Kiosk.tile(.red, files, run: ["wait"]), files: files,
      environment: try Self.environment(files, watching: "away"))
    try kiosk.awaitTile(.green)
    try files.run("rm $D/away/flag")
    try kiosk.compositor.waitForWindow("no green tile") { window in
      window.pixels.map { Kiosk.place(of: .green, in: $0) == nil } ?? false
    }
    try files.run("printf '# Another page\\n' >$D/away/page.md")
    try kiosk.launcher.waitForOutput("a page has changed")
    try files.write(tile(.magenta), to: "away/drop-ins/b.toml")
    kiosk.drag(by: (-170, 0))
    try kiosk.launcher.waitForOutput("the configuration has changed")
    try kiosk.awaitRest()
    #expect(Self.lines(files).filter { !$0.hasPrefix("opendir /proc") } == [])
  }

  @Test(.enabled(if: Confinement.works, "bubblewrap gets no namespaces here"))
  func mainThreadDeletesNoVisitFiles() throws {
    let files = try KioskFiles()
    let tile = try files.webTile(
      browser: """
        mkdir -p "$HOME/cache" && cd "$HOME/cache" && seq 2000 | xargs touch
        : >'\(files.path("full"))'
        """)
    let kiosk = try Kiosk(
      tiles: tile, files: files, environment: try Self.environment(files, watching: "rotunda/visits"))
    for isEnd in [false, true] {
      kiosk.tap()
      try waitUntil("the browser") { FileManager.default.fileExists(atPath: files.path("full")) }
      try FileManager.default.removeItem(atPath: files.path("full"))
      if isEnd {
        kiosk.launcher.send(signal: SIGTERM)
        #expect(try kiosk.launcher.waitForExit() == .status(0))
      } else {
        try Data("end\n".utf8).write(to: URL(filePath: files.path("go")))
        try waitUntil("the end of the visit") { Self.names(below: files.path("rotunda/visits")).isEmpty }
        try kiosk.awaitTile(.red)
        try kiosk.awaitRest()
      }
    }
    #expect(Self.names(below: files.path("rotunda/visits")) == [])
    #expect(Self.lines(files).filter { $0.hasPrefix("unlinkat") } == [])
  }

  /// The directories of visits by all launchers.
  private static func names(below visits: String) -> [String] {
    let launchers = (try? FileManager.default.contentsOfDirectory(atPath: visits)) ?? []
    return launchers.flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(visits)/\($0)")) ?? []
    }
  }

  // MARK: Many tiles

  /// A library that records, in microseconds, the main thread's processor time between two waits, and the
  /// processor time of all other threads so far.
  private static let stopwatch = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/epoll.h>
    #include <time.h>
    #include <unistd.h>

    static long now(clockid_t clock) {
      struct timespec time;
      clock_gettime(clock, &time);
      return time.tv_sec * 1000000 + time.tv_nsec / 1000;
    }

    int epoll_wait(int descriptor, struct epoll_event *events, int most, int patience) {
      static long start;
      int (*next)(int, struct epoll_event *, int, int) = dlsym(RTLD_NEXT, "epoll_wait");
      if (gettid() != getpid()) return next(descriptor, events, most, patience);
      long taken = now(CLOCK_THREAD_CPUTIME_ID) - start;
      if (start != 0 && taken > 1000) {
        int file = open(getenv("STOPWATCH"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        dprintf(file, "%ld %ld\\n", taken, now(CLOCK_PROCESS_CPUTIME_ID) - now(CLOCK_THREAD_CPUTIME_ID));
        close(file);
      }
      int result = next(descriptor, events, most, patience);
      start = now(CLOCK_THREAD_CPUTIME_ID);
      return result;
    }
    """

  private static func tiles(_ count: Int, changed: Int?) -> String {
    (0..<count).map {
      "[[tile]]\nid = \"tile-\($0)\"\nname = \"\($0 == changed ? "changed" : "tile") \($0)\"\nrun = ['true', '\($0)']\n"
    }.joined()
  }

  @Test func mainThreadContinuesWhileTilesAreRead() throws {
    let files = try KioskFiles()
    let kiosk = try Kiosk(
      tiles: Self.tiles(2000, changed: nil), files: files,
      environment: [
        "LD_PRELOAD": try files.library("stopwatch", Self.stopwatch), "STOPWATCH": files.path("slices"),
      ], waits: false)
    try kiosk.awaitRest()
    func slices() throws -> [[Int]] {
      try String(contentsOfFile: files.path("slices"), encoding: .utf8).split(separator: "\n").map {
        $0.split(separator: " ").compactMap { Int($0) }
      }
    }
    let before = try slices()
    try files.write(
      "[carousel]\nlayout = \"linear\"\nwrap = false\n" + Self.tiles(2000, changed: 1000), to: "rotunda.toml")
    try kiosk.launcher.waitForOutput("the configuration has changed")
    try kiosk.awaitRest()
    let after = try slices()
    let longest = try #require(after[before.count...].map { $0[0] }.max())
    let others = try #require(after.last)[1] - before[before.count - 1][1]
    // Another thread reads the tiles. It needs several times as long as the main thread to apply them.
    #expect(longest < others / 2, "\(longest) of the main thread at once, \(others) µs of others")
  }

  // MARK: Children

  /// Returns the ended children of a process that it has not reaped.
  private static func zombies(of process: pid_t) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
      guard Int(name) != nil, let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        let end = text.lastIndex(of: ")")
      else { return false }
      let fields = text[end...].split(separator: " ")
      return fields[1] == "Z" && fields[2] == "\(process)"
    }
  }

  @Test func orphansAreReapedWithoutScanningProcesses() throws {
    let files = try KioskFiles()
    let script = "for i in $(seq 400); do (setsid true &); done; : >'\(files.path("done"))'; exec sleep 60"
    let kiosk = try Kiosk(
      tiles: "[[tile]]\nname = \"red\"\nicon = \"red.png\"\nrun = ['/bin/sh', '-c', \"\(script)\"]\n",
      files: files, environment: try Self.environment(files, watching: "nothing"))
    kiosk.tap()
    try waitUntil("four hundred orphans") { FileManager.default.fileExists(atPath: files.path("done")) }
    try waitUntil("all of them to be reaped") { try Self.zombies(of: kiosk.launcher.processID).isEmpty }
    #expect(Self.lines(files).count { $0 == "opendir /proc" } < 4)
    #expect(kiosk.launcher.exit == nil)
  }

  @Test func orphansOfADeadLeaderAreReaped() throws {
    let files = try KioskFiles()
    // A process that stays in the session and ignores SIGTERM keeps the leader's number in use for two
    // seconds. The processes that leave the session end meanwhile.
    let script = """
      (trap '' TERM; sleep 60) & for i in $(seq 20); do setsid sh -c 'sleep 0.5; : >>\(files.path("ended"))' & done
      """
    let kiosk = try Kiosk(
      tiles: "[[tile]]\nname = \"red\"\nicon = \"red.png\"\nrun = ['/bin/sh', '-c', \"\"\"\(script)\"\"\"]\n",
      files: files)
    kiosk.tap()
    try kiosk.launcher.waitForOutput("left ")
    try waitUntil("the orphans to end") { FileManager.default.fileExists(atPath: files.path("ended")) }
    try waitUntil("all of them to be reaped") { try Self.zombies(of: kiosk.launcher.processID).isEmpty }
    try kiosk.awaitTile(.red)
    #expect(kiosk.launcher.exit == nil)
  }
}
