import Builds
import Diagnostics
import Filesystem
import Foundation
import Sandboxes
import Synchronization
import Testing

#if os(Linux)
  @Suite struct `A build` {
    private let world: BuildWorld

    init() throws { world = try BuildWorld() }

    @Test func `tells its steps what they need to know, and nothing else`() async throws {
      let steps = ["env | sort > variables", "pwd > folder; cat > input"]
      #expect(try await world.failure(of: world.build(steps)) == nil)
      let folders = world.folders
      let scratch = folders.scratch.string
      // The shell sets the others itself.
      let variables = try world.text("variables").split(separator: "\n")
        .filter { line in !["PWD=", "OLDPWD=", "SHLVL=", "_="].contains { line.hasPrefix($0) } }
      #expect(
        variables == [
          "HOME=\(scratch)/home", "LC_ALL=C.UTF-8",
          "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "SOURCE_DATE_EPOCH=315532800",
          "TMPDIR=\(scratch)/tmp", "destdir=\(folders.destination.string)", "jobs=3",
          "parts=\(folders.parts.string)", "prefix=/nowhere/lua", "source=\(folders.source.string)",
          "version=5.4.4",
        ])
      #expect(try world.text("folder") == folders.source.string)
      #expect(try folders.source.appending("input").status()?.size == 0)
    }

    @Test func `does not run the text of a version`() async throws {
      let version = "1; touch \"$source/bad\" $(touch $source/bad)"
      let build = world.build(["echo \"$version\" > version"], version: version)
      #expect(try await world.failure(of: build) == nil)
      #expect(try world.text("version") == version)
      #expect(!world.folders.source.appending("bad").exists)
    }

    @Test func `stops at the first step that fails`() async throws {
      let lines = (1...50).map { "echo line \($0);" }.joined(separator: " ")
      let build = world.build(["touch first", "\(lines) exit 3", "touch third"])
      let step = try #require(try await world.failure(of: build))
      #expect(step.number == 2 && step.count == 3 && step.end == .code(3))
      #expect(step.command == "\(lines) exit 3")
      #expect(step.lastLines == (11...50).map { "line \($0)" })
      #expect(world.folders.source.appending("first").exists)
      #expect(!world.folders.source.appending("third").exists)
      let log = try world.logText
      #expect(log.hasPrefix("==> [1/3] touch first\n==> [2/3] echo line 1;"))
      #expect(log.contains("\nline 1\n") && log.hasSuffix("\nline 50\n"))
    }

    @Test(arguments: [("kill -9 $$", 9), ("kill -TERM $$", 15), ("kill -SEGV $$", 11)])
    func `reports the signal that ended a step`(_ step: String, _ signal: Int32) async throws {
      #expect(try await world.failure(of: world.build([step]))?.end == .signal(signal))
    }

    @Test func `ends with its time`() async throws {
      let build = world.build(["sleep 86397"], timeLimit: .milliseconds(300))
      #expect(try await world.failure(of: build)?.end == .timeLimit(.milliseconds(300)))
      #expect(!BuildWorld.isRunning("86397"))
    }

    @Test func `ends with its task`() async throws {
      let build = world.build(["echo begun; sleep 86398 & (setsid sleep 86398 &) ; wait"])
      let hasBegun = Mutex(false)
      let task = Task {
        try await build.run { event in
          if case .output(["begun"]) = event { hasBegun.withLock { $0 = true } }
        }
      }
      while !hasBegun.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
      task.cancel()
      let error = await #expect(throws: BuildFailure.self) { try await task.value }
      guard case .interrupted? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(!BuildWorld.isRunning("86398"))
    }

    @Test func `reports all lines`() async throws {
      let reported = Mutex<[String]>([])
      try await world.build(["seq 3; printf '\\n\\033[1mfour\\033[0m\\rfive'", "seq 2001"]).run {
        event in
        guard case .output(let lines) = event else { return }
        reported.withLock { $0 += lines }
      }
      let expected = (1...3).map(String.init) + ["four", "five"] + (1...2001).map(String.init)
      #expect(reported.withLock { $0 } == expected)
    }

    /// Steps that leave programs behind, and how they end.
    @Test(arguments: [
      ("sleep 86399 & exit 0", nil), ("sleep 86399 & exit 1", BuildProblem.End.code(1)),
      ("(setsid sh -c 'sleep 86399 & sleep 86399' > /dev/null 2>&1 &) ; exit 0", nil),
      ("(trap '' TERM HUP; setsid sleep 86399 &) ; exit 0", nil),
    ])
    func `leaves no program running`(_ step: String, _ end: BuildProblem.End?) async throws {
      #expect(try await world.failure(of: world.build([step]))?.end == end)
      #expect(!BuildWorld.isRunning("86399"))
    }

    @Test func `bounds its log`() async throws {
      let build = world.build(["head -c 80000000 /dev/zero | tr '\\0' 'x'; echo; echo end; exit 1"])
      let step = try #require(try await world.failure(of: build))
      #expect(step.lastLines.last == "end")
      let size = try #require(try world.log.status()).size
      #expect(size > 60_000_000 && size < 70_000_000)
      #expect(try world.log.status()?.permissions == 0o600)
    }

    @Test func `shows no control characters`() async throws {
      let build = world.build([
        #"printf '\033[31mred\033[0m\007\n10%%\r90%%\r100%%\n\302\233x\n'; exit 1"#
      ])
      let step = try #require(try await world.failure(of: build))
      #expect(step.lastLines == ["red", "10%", "90%", "100%", "x"])
    }

    @Test func `does not write through a link in the place of its log`() async throws {
      let other = world.path.appending("other")
      try world.log.makeLink(to: other)
      await #expect(throws: BuildFailure.self) { try await world.build(["true"]).run { _ in } }
      #expect(!other.exists)
    }

    @Test func `cannot make devices or leave its folders`() async throws {
      let step = """
        ! mknod device c 1 3 && ! mkdir "$source/../new" && echo x > "$destdir/x" &&
        echo y > "$HOME/y" && echo z > "$TMPDIR/z" && ln -s /etc/passwd link && : > /dev/null
        """
      #expect(try await world.failure(of: world.build([step])) == nil)
    }
  }
#endif
