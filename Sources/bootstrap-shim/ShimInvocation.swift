internal import CShim

/// One run of a shim: its name, root, arguments, and environment.
@safe
struct ShimInvocation {
  private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  private let arguments: Arguments
  private let argumentCount: Int
  private let variables: EnvironmentVariables
  /// The absolute path by which the shim was started.
  private let shim: PathText
  /// The name of the shim, which is that of the executable.
  private let name: [UInt8]
  /// The root that contains the installations.
  private let root: PathText
  /// The physical path of the working directory, or `nil` if it was deleted.
  private let directory: [UInt8]?

  /// Determines the name, the root, and the working directory of this process, or returns `nil` if
  /// the name or the root is unknown.
  init?(
    arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, argumentCount: Int,
    environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) {
    unsafe self.arguments = arguments
    self.argumentCount = argumentCount
    variables = unsafe EnvironmentVariables(environment)
    directory = Self.workingDirectory()
    guard let started = unsafe shim_started_as(arguments, max(argumentCount, 0)),
      let shim = Self.absolute(
        unsafe ProcessString(UnsafeMutablePointer(mutating: started)).bytes, in: directory),
      let slash = shim.lastIndex(of: UInt8(ascii: "/"))
    else { return nil }
    self.shim = PathText(shim)
    name = Array(shim[(slash + 1)...])
    guard let root = Self.root(of: shim[..<slash], variables) else { return nil }
    if root.first != UInt8(ascii: "/") {
      ShimMessage.end(
        "cannot select a version: the path of the root (BOOTSTRAP_ROOT) is not absolute",
        about: name, status: 127)
    }
    self.root = PathText(root)
  }

  /// Becomes the program of the pinned version, or the system's program. If the shim cannot
  /// select a version or the program is missing, it becomes the main program.
  func run() -> Never {
    if let directory {
      let slash = UInt8(ascii: "/")
      let depth = directory == [slash] ? 0 : directory.count { $0 == slash }
      do {
        let route = try route()
        var search = PinSearch(
          executable: name, candidates: route.tools, guestNames: route.guestNames,
          directory: PathText(), depth: depth, globalPins: root.appending("/version"),
          platform: platform,
          context: ShimPinContext(variables, root: root, directory: directory))
        switch try search.run() {
        // An unsealed lock may have lost the tool. Neither another version nor the system's program
        // may run in its place, and only the main program reads the Toolfile.
        case _ where search.hasPassedUnsealedLock: break
        // A lock is sealed only with the user's consent. Otherwise, the main program decides.
        case .pin(let pin) where route.isGuarded && !pin.isSystem && !pin.isSealed: break
        case .pin(let pin) where !pin.isSystem: run(pin, route.packages(of: pin.tool))
        // A variable may pin a tool that is not installed and provides this executable.
        case .notPinned where variables.pinsTools: break
        case .pin, .notPinned: runSystemProgram()
        case .ambiguous: break
        }
      } catch {}
    }
    // The main program decides, or reports the problem in detail.
    runMainProgram()
  }

  /// Reads the executable's route.
  ///
  /// - Throws: ``UndecidedPin`` if the route is missing or incomplete, as it may be after a power
  ///   failure. Without the route, a seal means nothing.
  private func route() throws(UndecidedPin) -> Route {
    let path = root.appending("/shims/.routes/")
    path.append(name)
    do {
      // A route belongs to the root, which may be another user's.
      let bytes = try PinFile.read(path, limit: ToolVersionText.maximumByteCount, .read)
      if let bytes, let route = Route(bytes) { return route }
    } catch {}
    throw UndecidedPin()
  }

  /// Becomes the program of the installation that `pin` selects, or a program of its packages.
  /// Returns if the program cannot be started, or if only the main program can find the
  /// installation.
  private func run(_ pin: Pin, _ packages: RoutedPackages?) {
    let program = root.appending("/installs/")
    program.append(pin.tool)
    program.append("/")
    program.append(pin.version)
    if let id = pin.contentID {
      program.append("-")
      program.append(id)
    } else if PinSyntax.endsLikeContentID(pin.version) {
      // `1.0-<content id>` may also be the folder of version 1.0 with this content id, which only
      // a lock may select. Only the main program distinguishes the two.
      return
    }
    let installation = program.appending("")
    let receipt = program.appending("/.receipt")
    program.append("/bin")
    let folder = program.appending("")
    program.append("/")
    program.append(name)
    // A shim in the place of the tool's program would become itself forever.
    if program.equals(shim) {
      ShimMessage.end("is in the place of the installed tool", about: name, status: 126)
    }
    // Pruning keeps what was used recently.
    var use = shim_status()
    let result = unsafe receipt.withCString { unsafe shim_record_use($0, shim_now(), &use) }
    // An executable receipt marks an installation that was built from source. Unless it is sealed,
    // the main program must check that the path and the system are still the same.
    if result == 0, use.permissions & 0o111 != 0, !isSealed(installation, receipt: use.inode) {
      return
    }
    guard let packages else {
      return unsafe variables.withPath(startingWith: [folder]) { environment in
        _ = unsafe program.withCString { unsafe shim_execute($0, arguments, environment) }
      }
    }
    // The main program waits for the package manager and creates the shims of new programs.
    if mayInstall(packages) { return }
    let all = root.appending("/packages")
    let own = all.appending("/")
    own.append(pin.tool)
    own.append("/")
    own.append(pin.version)
    let changed = variables.setting(packages.rules, in: own.bytes, packages: all.bytes)
    own.append("/bin")
    unsafe changed.withPath(startingWith: [own, folder]) { environment in
      // A package that the user installed takes precedence, as a newer npm does.
      if packages.mayProvide {
        let newer = own.appending("/")
        newer.append(name)
        _ = unsafe newer.withCString { unsafe shim_execute($0, arguments, environment) }
      }
      _ = unsafe program.withCString { unsafe shim_execute($0, arguments, environment) }
    }
  }

  /// Returns whether the main program has sealed an installation that was built from source
  /// (``BuildSeal``).
  private func isSealed(_ installation: PathText, receipt: UInt64) -> Bool {
    let subject = BuildSeal.subject(installation: installation, receipt: receipt)
    let digest = SHA256Digest(of: subject).leading64Bits
    guard let name = BuildSeal.name(ofSubjectWithDigest: digest) else { return false }
    let seal = root.appending("/shims/.built/")
    seal.append(name)
    return (try? PinFile.exists(seal)) ?? false
  }

  /// Returns whether the arguments let a package manager install programs.
  private func mayInstall(_ packages: RoutedPackages) -> Bool {
    let words = packages.installArguments
    if words.isEmpty { return false }
    var index = 1
    while index < argumentCount, let start = unsafe arguments[index] {
      let argument = unsafe ProcessString(start)
      if words.contains(where: { argument.value(after: $0)?.isEmpty ?? false }) { return true }
      index += 1
    }
    return false
  }

  /// Becomes the first program with this name on `PATH` outside the shims. Returns if there
  /// is none.
  private func runSystemProgram() {
    guard let program = ProgramSearch(excluding: shim).find(name, on: variables.path?[...] ?? [])
    else { return }
    guard let passes = PassCount(variables.passes).adding(program) else {
      ShimMessage.end(
        "keeps calling itself: a program on PATH calls it by its name again", about: name,
        status: 126)
    }
    unsafe variables.with(passes) { environment in
      _ = unsafe program.withCString { unsafe shim_execute($0, arguments, environment) }
    }
  }

  /// Becomes `ROOT/bin/bootstrap shim-exec SHIM ARGV0 ARGUMENT…`. The path of the shim determines
  /// the executable and the root.
  private func runMainProgram() -> Never {
    let program = root.appending("/bin/bootstrap")
    let subcommand = PathText()
    subcommand.append("shim-exec")
    let shimPath = root.appending("/shims/")
    shimPath.append(name)
    let list = Arguments.allocate(capacity: argumentCount + 5)
    let first = unsafe argumentCount > 0 ? arguments[0] : nil
    unsafe program.withCString { path in
      unsafe subcommand.withCString { subcommand in
        unsafe shimPath.withCString { shimPath in
          unsafe list.initialize(to: UnsafeMutablePointer(mutating: path))
          unsafe (list + 1).initialize(to: UnsafeMutablePointer(mutating: subcommand))
          unsafe (list + 2).initialize(to: UnsafeMutablePointer(mutating: shimPath))
          unsafe (list + 3).initialize(to: first ?? UnsafeMutablePointer(mutating: shimPath))
          let rest = max(argumentCount - 1, 0)
          unsafe (list + 4).initialize(from: arguments + min(argumentCount, 1), count: rest)
          unsafe (list + 4 + rest).initialize(to: nil)
          _ = unsafe shim_execute(path, list, variables.entries)
        }
      }
    }
    ShimMessage.end(
      "cannot select a version: `bin/bootstrap` is missing from the root", about: name,
      status: 127)
  }

  /// Returns the physical path of the working directory, regardless of `PWD`, or `nil` if the
  /// directory was deleted.
  private static func workingDirectory() -> [UInt8]? {
    // Nearly every path fits into the first buffer. A larger one would move later allocations to
    // another page of memory.
    workingDirectory(capacity: 512) ?? workingDirectory(capacity: 4096)
  }

  /// Returns the path of the working directory, or `nil` if the path does not fit in `capacity`
  /// bytes or the working directory was deleted.
  private static func workingDirectory(capacity: Int) -> [UInt8]? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
        guard let base = buffer.baseAddress else { return }
        count = unsafe max(shim_working_directory(base, capacity), 0)
      }
    }
    return bytes.first == UInt8(ascii: "/") ? bytes : nil
  }

  /// Returns `path` as an absolute path, or `nil` if it is relative and `directory` is unknown.
  private static func absolute(_ path: [UInt8], in directory: [UInt8]?) -> [UInt8]? {
    if path.first == UInt8(ascii: "/") { return path }
    guard let directory else { return nil }
    let isBelowHere = path.starts(with: [UInt8(ascii: "."), UInt8(ascii: "/")])
    return directory + [UInt8(ascii: "/")] + path.dropFirst(isBelowHere ? 2 : 0)
  }

  /// Returns `BOOTSTRAP_ROOT`, otherwise the folder above `folder` if `folder` is called `shims` or
  /// is a view, otherwise `~/.bootstrap`. Returns `nil` if `HOME` is required but unset.
  private static func root(
    of folder: ArraySlice<UInt8>, _ variables: EnvironmentVariables
  ) -> [UInt8]? {
    if let root = variables.root { return root }
    let shims = PathText("/shims")
    if folder.count > shims.count, folder.suffix(shims.count).elementsEqual(shims.bytes) {
      return Array(folder.dropLast(shims.count))
    }
    if let slash = folder.lastIndex(of: UInt8(ascii: "/")) {
      let views = PathText("/views")
      let parent = folder[..<slash]
      if parent.count > views.count, parent.suffix(views.count).elementsEqual(views.bytes) {
        return Array(parent.dropLast(views.count))
      }
    }
    guard let home = variables.home else { return nil }
    return home + PathText("/.bootstrap").bytes
  }
}
