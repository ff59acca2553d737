import Builds
import Diagnostics
import Filesystem
import Foundation
import Sandboxes
import Synchronization
import Testing

#if os(Linux)
  /// A step that tries to leave the sandbox.
  struct HostileStep: CustomTestStringConvertible {
    let name: String
    let command: String

    var testDescription: String { name }

    /// The steps in the fixture.
    static let all: [HostileStep] = {
      let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      let file = package.appendingPathComponent("Fixtures/Builds/hostile-steps.txt")
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        // Not every kernel has multipath TCP.
        if line.contains("proto=262"), !FilePath("/proc/sys/net/mptcp").exists { return nil }
        return HostileStep(
          name: String(line[..<colon]),
          command: String(line[line.index(after: colon)...].drop { $0 == " " }))
      }
    }()
  }

  /// Files, a process, and sockets outside the sandbox.
  final class Outside {
    let folder: FilePath
    private var process: StartedProcess?
    private var places: [String: String] = [:]
    /// The name of a file in `/tmp` or `/dev/shm`. No other test uses it, and it is not the name of
    /// the test's own folder, which may lie there as well.
    let name = "bootstrap-step-\(UUID().uuidString)"

    /// A program that listens on the sockets. It prints its process id and the names of the
    /// sockets.
    private static let program = """
      import os, signal, socket, sys, time
      signal.signal(signal.SIGTERM, signal.SIG_DFL)
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      path = sys.argv[1]
      file = socket.socket(socket.AF_UNIX); file.bind(path); file.listen(); os.chmod(path, 0o777)
      pipe = socket.socket(type=socket.SOCK_DGRAM, family=socket.AF_UNIX)
      datagrams = os.path.dirname(path) + "/datagrams"
      pipe.bind(datagrams); os.chmod(datagrams, 0o777)
      name = "bootstrap-" + str(os.getpid())
      hidden = socket.socket(socket.AF_UNIX); hidden.bind(chr(0) + name); hidden.listen()
      tcp = socket.socket(); tcp.bind(("127.0.0.1", 0)); tcp.listen()
      udp = socket.socket(type=socket.SOCK_DGRAM); udp.bind(("127.0.0.1", 0))
      print(os.getpid(), name, tcp.getsockname()[1], udp.getsockname()[1], flush=True)
      time.sleep(3600)
      """

    /// Creates everything so that only a sandbox can protect it from the user.
    init(in parent: FilePath, command start: [String]) throws {
      folder = parent.appending("outside")
      for name in ["home", "root/installs/other/bin", "root/shims"] {
        try folder.appending(name).makeDirectories()
      }
      for name in ["home/secret", "root/store.sqlite", "root/installs/other/bin/other"] {
        try folder.appending(name).replaceContents(with: "secret\n".utf8, isDurable: false)
      }
      _ = try Self.run(["/bin/chmod", "-R", "777", folder.string])
      _ = try Self.run(["/bin/chmod", "666", folder.appending("home/secret").string])
      let words =
        start + ["/usr/bin/python3", "-c", Self.program, folder.appending("socket").string]
      let started = try StartedProcess(
        FilePath(words[0]), arguments: words.map { Array($0.utf8) }, environment: .current)
      var line: [UInt8] = []
      var buffer: [UInt8] = [0]
      while line.last != UInt8(ascii: "\n"), try started.output.read(intoStartOf: &buffer) == 1 {
        line.append(buffer[0])
      }
      process = consume started
      let answers = String(decoding: line, as: UTF8.self).split(separator: " ")
        .map { $0.trimmingCharacters(in: .newlines) }
      try #require(answers.count == 4)
      places = [
        "outside": folder.string, "process": answers[0], "abstract": answers[1], "tcp": answers[2],
        "udp": answers[3], "name": name,
      ]
    }

    deinit {
      guard let process = process.take() else { return }
      process.terminate()
      _ = try? process.end()
    }

    /// The command line of a step with the names of what is outside.
    func command(_ step: HostileStep) -> String {
      places.reduce(step.command) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
    }

    /// Whether the process still runs. One that has ended but is not awaited has no arguments.
    var isRunning: Bool {
      let path = FilePath("/proc/\(places["process"] ?? "")/cmdline")
      return (try? path.contents(limit: 1 << 20).isEmpty) == false
    }

    /// A listing of all files, with their modes, times, and contents.
    var listing: String {
      get throws {
        try Self.run([
          "/bin/sh", "-c",
          "cd '\(folder)' && find . ! -type s | sort | xargs ls -ld --full-time && "
            + "find . -type f | sort | xargs cat; "
            + "ls /tmp /dev/shm | grep -x '\(name)' || :",
        ])
      }
    }

    /// Runs a program and returns its output, or an empty text if it fails.
    static func run(_ words: [String]) throws -> String {
      let output = try ChildProcess.output(
        of: FilePath(words[0]), arguments: Array(words.dropFirst()), environment: .current,
        limit: 1 << 20)
      return String(decoding: output ?? [], as: UTF8.self)
    }
  }

  /// The user who builds, and whether namespaces are allowed.
  enum Builder: String, CaseIterable {
    case user, otherUser, userWithoutNamespaces, otherUserWithoutNamespaces

    private static let other = [
      "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
    ]

    /// Whether the tests can become this user on this machine.
    var isPossible: Bool {
      switch self {
      case .user: true
      case .otherUser: getuid() == 0 && isExecutable(Self.other[0])
      case .userWithoutNamespaces: isExecutable("/usr/bin/unshare")
      case .otherUserWithoutNamespaces:
        Self.otherUser.isPossible && Self.userWithoutNamespaces.isPossible
      }
    }

    private func isExecutable(_ path: String) -> Bool {
      FileManager.default.isExecutableFile(atPath: path)
    }

    /// The command and options that run a program as the user.
    var start: [String] {
      switch self {
      case .user, .userWithoutNamespaces: []
      case .otherUser, .otherUserWithoutNamespaces: Self.other
      }
    }

    /// Whether namespaces are forbidden.
    var isWithoutNamespaces: Bool {
      self == .userWithoutNamespaces || self == .otherUserWithoutNamespaces
    }

    /// Writes a launcher that becomes the user first, and returns its path.
    func launcher(in folder: FilePath) throws -> FilePath {
      let program = BuildWorld.launcher.string
      let inner =
        isWithoutNamespaces
        ? """
        /usr/bin/unshare -U --map-current-user --keep-caps /bin/sh -c '
          for kind in user mnt net pid ipc; do echo 0 > /proc/sys/user/max_${kind}_namespaces; done
          exec "$@"' sh \(program)
        """ : program
      let text = "#!/bin/sh\nexec \(start.joined(separator: " ")) \(inner) \"$@\"\n"
      let path = folder.appending("launcher")
      try path.replaceContents(with: text.utf8, isDurable: false)
      try path.setPermissions(0o755)
      return path
    }
  }

  @Suite struct `A step` {
    /// Without the sandbox, each step does what it tries to.
    @Test(arguments: HostileStep.all)
    func `that is not held does its harm`(_ step: HostileStep) throws {
      let world = try BuildWorld()
      let outside = try Outside(in: world.path, command: [])
      let place = world.folders.source.string
      let code = try Outside.run([
        "/bin/sh", "-c", "cd '\(place)'; (\(outside.command(step))) > /dev/null 2>&1; echo $?",
      ])
      #expect(code == "0\n")
      _ = try Outside.run(["/bin/rm", "-f", "/tmp/\(outside.name)", "/dev/shm/\(outside.name)"])
    }

    @Test(arguments: HostileStep.all, Builder.allCases.filter(\.isPossible))
    func `is held`(_ step: HostileStep, _ builder: Builder) async throws {
      // Only namespaces protect the modes and times of the user's own files, and hide processes.
      let isHeldByNamespaces = [
        "changes a mode", "changes a time", "reads the arguments of another process",
      ].contains(step.name)
      if isHeldByNamespaces, builder.isWithoutNamespaces { return }
      let world = try BuildWorld()
      let outside = try Outside(in: world.path, command: builder.start)
      let before = try outside.listing
      let build = world.build(
        [outside.command(step)], launcher: try builder.launcher(in: world.path))
      let failed = try await world.failure(of: build)
      #expect(failed != nil)
      #expect(failed.map { $0.end != .code(126) } ?? true, "\(failed?.lastLines ?? [])")
      #expect(try outside.listing == before)
      #expect(outside.isRunning)
    }

    @Test(arguments: Builder.allCases.filter(\.isPossible))
    func `comes with a report of the missing restrictions`(_ builder: Builder) async throws {
      let world = try BuildWorld()
      let found = Mutex<[BuildRestriction]>([])
      try await world.build(["true"], launcher: try builder.launcher(in: world.path)).run { event in
        if case .unrestricted(let restrictions) = event { found.withLock { $0 = restrictions } }
      }
      #expect(found.withLock { $0 } == (builder.isWithoutNamespaces ? [.attributes] : []))
    }
  }
#endif
