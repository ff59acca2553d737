package import Diagnostics
internal import Filesystem
internal import LibC
package import Manifests
internal import Versions
package import Vocabulary

/// An examination of this machine for what builds need.
///
/// The C compiler and pkg-config find headers and libraries exactly as the steps will. They run in
/// `/`, with the `PATH` of the steps.
package struct HostExamination: Sendable {
  private let folders: [FilePath]
  private let environment: Environment

  /// Creates an examination.
  ///
  /// - Parameters:
  ///   - searchPath: The value of `PATH`, or `nil` for the `PATH` of the steps.
  ///   - variables: The user's compiler variables, by name.
  package init(searchPath: String? = nil, variables: [String: String] = [:]) {
    let searchPath = searchPath ?? StepSandbox.searchPath
    folders = searchPath.split(separator: ":").map { FilePath(String($0)) }
    environment = Environment(
      ["PATH": searchPath, "LC_ALL": "C.UTF-8"].merging(variables) { own, _ in own })
  }

  /// The programs that find headers and libraries.
  private static let compiler = HostNeed(
    "cc", packages: [.apt: "gcc", .dnf: "gcc", .apk: "build-base"])
  private static let pkgConfig = HostNeed(
    "pkg-config",
    packages: [.apt: "pkg-config", .dnf: "pkgconf-pkg-config", .apk: "pkgconf", .brew: "pkgconf"])

  /// The needs that a definition does not have to state, because its other needs imply them.
  package static let implied = [compiler, pkgConfig].compactMap(\.self)

  /// The package manager of this machine, or `nil` if there is none that is known.
  package var manager: HostPackageManager? {
    HostPackageManager.allCases.first { manager in
      manager.program.map { program(named: $0) != nil } ?? false
    }
  }

  /// Whether the user may install packages without `sudo`.
  package var isSuperuser: Bool { geteuid() == 0 }

  /// Returns the needs that the machine does not meet, without duplicates, each with what is
  /// missing. Of what cannot be examined, because the compiler or pkg-config is missing, everything
  /// counts as missing: installing a package again does no harm.
  package func missing(
    among needs: [HostNeed]
  ) async -> [(need: HostNeed, item: HostShortage.Item)] {
    await BlockingThread.result {
      var seen: Set<HostNeed> = []
      return (needs + implied(by: needs)).filter { seen.insert($0).inserted }.compactMap { need in
        missingItem(of: need).map { (need, $0) }
      }
    }
  }

  private func implied(by needs: [HostNeed]) -> [HostNeed] {
    let stated = Set(needs.map(\.name))
    var implied: [HostNeed?] = []
    if environment["CC"] == nil, needs.contains(where: { $0.kind == .header }) {
      implied.append(Self.compiler)
    }
    if needs.contains(where: { if case .pkgConfig = $0.kind { true } else { false } }) {
      implied.append(Self.pkgConfig)
    }
    return implied.compactMap(\.self).filter { !stated.contains($0.name) }
  }

  private func missingItem(of need: HostNeed) -> HostShortage.Item? {
    switch need.kind {
    case .program:
      return program(named: need.name) == nil ? .init(.program, need.name) : nil
    case .header: return finds(header: need.name) ? nil : .init(.header, need.name)
    case .pkgConfig(let module):
      let found = version(of: module)
      if let found, Self.admits(found, need.requirement) { return nil }
      return .init(.pkgConfig, module, requirement: need.requirement.description, found: found)
    }
  }

  private static let outputLimit = 4096

  /// Returns whether the compiler finds a header. `CC` may contain arguments.
  private func finds(header: String) -> Bool {
    func words(_ name: String) -> [String] {
      environment[name]?.split(separator: " ").map(String.init) ?? []
    }
    let command = environment["CC"] == nil ? ["cc"] : words("CC")
    guard let compiler = program(named: command[0]) else { return false }
    let arguments =
      command.dropFirst() + words("CPPFLAGS") + words("CFLAGS")
      + ["-E", "-include", header, "-x", "c", "/dev/null", "-o", "/dev/null"]
    let code = try? ChildProcess.exitCode(
      of: compiler, arguments: Array(arguments), environment: environment, limit: Self.outputLimit)
    return code == 0
  }

  /// Returns the version of a library, or `nil` if pkg-config does not find it.
  private func version(of module: String) -> String? {
    guard let program = program(named: "pkg-config"),
      let output = try? ChildProcess.output(
        of: program, arguments: ["--modversion", module], environment: environment,
        limit: Self.outputLimit)
    else { return nil }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }

  /// Returns whether a requirement admits a version. A version that cannot be compared is
  /// admitted, and the build fails if it is too old.
  private static func admits(_ version: String, _ requirement: Requirement) -> Bool {
    guard let version = try? Version(parsing: version, scheme: .general) else { return true }
    return (try? requirement.admits(version)) ?? true
  }

  private func program(named name: String) -> FilePath? {
    if name.hasPrefix("/") { return FilePath(name).isExecutableFile ? FilePath(name) : nil }
    return folders.lazy.map { $0.appending(name) }.first { $0.isExecutableFile }
  }
}

extension HostPackageManager {
  /// The program that every machine with this package manager has, or `nil` if the manager has no
  /// packages for builds.
  fileprivate var program: String? {
    switch self {
    case .apt: "apt-get"
    case .dnf, .apk, .pacman, .brew: rawValue
    case .cask, .mas: nil
    }
  }
}
