import Foundation
import Testing

@testable import EventLoop

@MainActor
struct PathWatchTests {
  let loop: EventLoop
  let directory: TemporaryDirectory
  let watch: PathWatch

  init() throws {
    loop = try EventLoop()
    directory = try TemporaryDirectory()
    watch = try PathWatch(loop: loop)
  }

  private var path: String { directory.path }

  /// Runs a shell script. `$D` is the path.
  private func sh(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.environment = ["D": path, "PATH": "/usr/bin:/bin"]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// Waits until the watch has armed all of its paths.
  private func awaitArmed(_ watch: PathWatch) throws {
    for _ in 0..<400 where !watch.isArmed { try loop.step(timeout: 0.05) }
    try #require(watch.isArmed)
  }

  /// Counts the reports of changes by `script`, until half a second after the last one.
  private func changes(_ script: String) throws -> Int {
    try awaitArmed(watch)
    var count = 0
    let end = try loop.addDeadline { loop.stop() }
    defer { end.cancel() }
    watch.onChange = {
      count += 1
      end.set(EventLoop.now + 0.5)
    }
    try sh(script)
    end.set(EventLoop.now + 1)
    _ = try loop.run()
    return count
  }

  @Test(arguments: [
    ("written in place", "echo 2 >$D/f"), ("added to", "echo 2 >>$D/f"),
    ("renamed over", "echo 2 >$D/.f.new; mv $D/.f.new $D/f"),
    ("moved away and written anew", "mv $D/f $D/f~; echo 2 >$D/f"),
    ("removed and written anew", "rm $D/f; echo 2 >$D/f"), ("linked anew", "echo 2 >$D/g; ln -f $D/g $D/f"),
    ("given other permissions", "chmod 600 $D/f"), ("removed", "rm $D/f"),
    ("replaced with its directory's parent", "mv $D $D.old; mkdir $D; echo 2 >$D/f; rm -r $D.old"),
  ])
  func changeIsReportedOnceHoweverMade(name: String, script: String) throws {
    try sh("echo 1 >$D/f")
    watch.observe(files: ["\(path)/f"])
    #expect(try changes(script) == 1, "\(name)")
    // The watch reports the next change too.
    #expect(try changes("echo 3 >$D/f") == 1, "\(name)")
  }

  @Test func neighboringFilesDoNotCount() throws {
    try sh("echo 1 >$D/f")
    watch.observe(files: ["\(path)/f"])
    #expect(try changes("echo 2 >$D/g; cat $D/f; rm $D/g; mkdir $D/h") == 0)
  }

  @Test func directoriesMayAppearLaterOneByOne() throws {
    watch.observe(files: ["\(path)/a/b/f"])
    #expect(try changes("mkdir $D/a") == 1)
    #expect(try changes("mkdir $D/a/b") == 1)
    #expect(try changes("echo 1 >$D/a/b/f") == 1)
    #expect(try changes("rm -r $D/a") == 1)
    #expect(try changes("mkdir -p $D/a/b; echo 1 >$D/a/b/f") == 1)
  }

  @Test func linksAreFollowedAndMayPointElsewhere() throws {
    try sh("mkdir $D/v1 $D/v2; echo 1 >$D/v1/f; echo 2 >$D/v2/f; ln -s v1 $D/now; ln -s now/f $D/f")
    watch.observe(files: ["\(path)/f"])
    #expect(try changes("echo 3 >$D/v1/f") == 1)
    #expect(try changes("ln -s v2 $D/new; mv -T $D/new $D/now") == 1)
    #expect(try changes("echo 3 >$D/v2/f") == 1)
    #expect(try changes("echo 4 >$D/v1/f") == 0)
    #expect(try changes("ln -sfn loop $D/loop; ln -sfn loop $D/now") == 1)
  }

  @Test func allChangesInADirectoryCount() throws {
    watch.observe(files: ["\(path)/f"], directories: ["\(path)/d"])
    #expect(try changes("mkdir $D/d") == 1)
    #expect(try changes("echo 1 >$D/d/x; echo 1 >$D/d/y") == 1)
    #expect(try changes("rm $D/d/x") == 1)
  }

  @Test func twoWatchesOfADirectoryAreIndependent() throws {
    let other = try PathWatch(loop: loop)
    var others = 0
    other.onChange = { others += 1 }
    other.observe(files: ["\(path)/g"])
    watch.observe(files: ["\(path)/f"])
    try awaitArmed(other)
    #expect(try changes("echo 1 >$D/f") == 1)
    #expect(others == 0)
    #expect(try changes("echo 1 >$D/g") == 0)
    #expect(others == 1)
    #expect(try changes("echo 1 >$D/f; echo 1 >$D/g") == 1)
    #expect(others == 2)
  }

  @Test func aStoppedWatchIsSilent() throws {
    watch.observe(files: ["\(path)/f"])
    try awaitArmed(watch)
    watch.stop()
    #expect(try changes("echo 1 >$D/f") == 0)
  }

  @Test func earlierChangeIsReported() throws {
    var count = 0
    watch.onChange = { count += 1 }
    watch.observe(files: ["\(path)/f"], notifies: true)
    for _ in 0..<400 where count == 0 { try loop.step(timeout: 0.05) }
    #expect(count == 1 && watch.isArmed)
  }

  @Test func watchContinuesAnotherWatchersWork() throws {
    let watcher = try PathWatcher()
    watcher.observe(files: ["\(path)/f"])
    try sh("echo 1 >$D/f")
    // Changes since then are not lost.
    watch.observe(files: ["\(path)/f"], directories: [], watchedBy: watcher)
    #expect(try changes("true") == 1)
    #expect(try changes("echo 2 >$D/f") == 1)
  }

  @Test func workInTheBackgroundEndsOnTheLoop() throws {
    var result = 0
    try loop.inBackground {
      usleep(1000)
      return 41
    } done: {
      result = $0 + 1
      loop.stop()
    }
    _ = try loop.run()
    #expect(result == 42)
  }
}
