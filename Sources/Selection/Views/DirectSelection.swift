package import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Vocabulary

/// The tools whose folders the direct mode puts on `PATH` in a directory, before the shims, and
/// those that it leaves to the shims.
///
/// Decides for each tool separately, with one exception: a name that a tool left to the shims may
/// provide must reach its shim. Any tool that is not nearer and provides the same name is therefore
/// left to the shims, too.
package struct DirectSelection: Sendable {
  /// The variable with the folders that a shell in direct mode puts on `PATH`, separated by colons.
  /// Only such a shell and those that it starts have the variable, which may be empty.
  package static let variable = "__BOOTSTRAP_DIRECT"

  /// A pin whose tool keeps running through its shims.
  package struct Remaining: Sendable {
    package let pin: SelectedPin
    package let reason: ShimReason
  }

  /// The executables that a tool left to the shims may provide.
  private struct Claim {
    let tool: ToolName
    let names: Set<String>
    /// Whether the tool may also provide every name whose route lists it, because the pinned
    /// version is not installed and no lock lists what it provides.
    let followsRoutes: Bool
  }

  /// The installations that run directly, nearest pin first.
  package private(set) var installations: [PinnedInstallation] = []
  /// The pins that are left to the shims, nearest first.
  package private(set) var remaining: [Remaining] = []

  private let selector: Selector
  private let chain: PinChain
  /// The locks of the folders, or `nil` until one of them is needed.
  private var locks: [Lockfile]?
  private var claims: [Claim] = []

  /// Divides the pins of a directory.
  ///
  /// - Parameter selector: The selector of the directory.
  /// - Throws: ``Problem`` if the pins cannot be read. All tools are then left to the shims.
  package init(_ selector: Selector) throws(Problem) {
    self.selector = selector
    chain = try selector.pinChain()
    let pins = try chain.pins()
    let withheld = Set(selector.withheld(pins).map(\.pin))
    var rest = pins[...]
    while let first = rest.first {
      let level = rest.prefix { $0.isAsNear(as: first) }
      try divide(level, withheld)
      rest = rest.dropFirst(level.count)
    }
  }

  /// Divides equally near pins, after all nearer ones.
  private mutating func divide(
    _ pins: ArraySlice<SelectedPin>, _ withheld: Set<SelectedPin>
  ) throws(Problem) {
    var open: [(installation: PinnedInstallation, names: [String])] = []
    for pin in pins {
      if let reason = reason(of: pin, withheld) {
        leave(pin, reason)
      } else if let folder = pin.installation(in: selector.root) {
        let names = Self.programs(in: folder).sorted()
        open.append((PinnedInstallation(pin: pin, folder: folder), names))
      }
    }
    var owners: [String: [ToolName]] = [:]
    for (installation, names) in open {
      for name in names { owners[name, default: []].append(installation.pin.tool) }
    }
    var tied: [Remaining] = []
    for (installation, names) in open {
      let pin = installation.pin
      if let reason = try claimed(names) ?? Self.tie(of: pin.tool, names, owners) {
        tied.append(Remaining(pin: pin, reason: reason))
      } else {
        installations.append(installation)
      }
    }
    for pin in tied { leave(pin.pin, pin.reason) }
  }

  /// Returns the names in the `bin` folder of an installation, or none if it cannot be read.
  private static func programs(in folder: FilePath) -> [String] {
    (try? folder.appending("bin").entriesIfPresent()) ?? []
  }

  /// Returns why a pin needs the shims regardless of what other tools provide, or `nil` if it does
  /// not need them.
  private func reason(of pin: SelectedPin, _ withheld: Set<SelectedPin>) -> ShimReason? {
    if case .system = pin.version { return .system }
    if !pin.isInstalled(in: selector.root) { return .notInstalled }
    if withheld.contains(pin) { return .notAccepted }
    return selector.packages.ofTools[pin.tool] == nil ? nil : .packageManager
  }

  /// Returns the reason if a tool that is left to the shims may provide one of the names.
  /// Otherwise, returns `nil`.
  private func claimed(_ names: [String]) throws(Problem) -> ShimReason? {
    for claim in claims {
      for name in names {
        var isShared = claim.names.contains(name)
        if !isShared, claim.followsRoutes, let executable = ExecutableName(name) {
          isShared = try selector.providers(of: executable).contains(claim.tool)
        }
        if isShared { return .shared(executable: name, with: claim.tool) }
      }
    }
    return nil
  }

  /// Returns the reason if an equally near tool provides one of the names, which its shim then
  /// reports as ambiguous. Otherwise, returns `nil`.
  private static func tie(
    of tool: ToolName, _ names: [String], _ owners: [String: [ToolName]]
  ) -> ShimReason? {
    for name in names {
      if let other = owners[name]?.first(where: { $0 != tool }) {
        return .shared(executable: name, with: other)
      }
    }
    return nil
  }

  /// Returns the stanzas of a tool in the locks of the folders.
  private mutating func stanzas(of tool: ToolName) -> [LockedTool] {
    let known =
      locks
      ?? chain.directories.compactMap { link in
        let path = selector.environment.lock(in: link.folder)
        return (try? Lockfile.read(at: path, named: Lockfile.name, in: selector.files)) ?? nil
      }
    locks = known
    return known.compactMap { $0[tool] }
  }

  /// Leaves a pin to the shims, and claims the names that its tool may provide.
  private mutating func leave(_ pin: SelectedPin, _ reason: ShimReason) {
    remaining.append(Remaining(pin: pin, reason: reason))
    var names = Set(selector.packageFolder(of: pin).map(Self.programs) ?? [])
    let isHere = reason != .system && reason != .notInstalled
    if isHere, let installation = pin.installation(in: selector.root) {
      names.formUnion(Self.programs(in: installation))
    } else {
      names.formUnion(
        stanzas(of: pin.tool).flatMap { $0.executables(for: selector.platform) }.map(\.text))
    }
    claims.append(
      Claim(tool: pin.tool, names: names, followsRoutes: !isHere && pin.id == nil))
  }
}

extension Selector {
  /// Whether a shell in direct mode leaves no tool to its shim here. False if the pins cannot be
  /// read.
  var runsAllDirectly: Bool { (try? DirectSelection(self))?.remaining.isEmpty ?? false }

  /// Returns why the direct mode of this shell leaves the tool of a pin to its shim. Returns `nil`
  /// if it does not, or if the shell is in another mode.
  package func shimReason(of pin: SelectedPin?) -> ShimReason? {
    guard let pin, environment.bytes(of: DirectSelection.variable) != nil else { return nil }
    let selection = try? DirectSelection(self)
    return selection?.remaining.first { $0.pin.tool == pin.tool }?.reason
  }
}

extension SelectedPin {
  /// Whether neither of two pins has precedence over the other.
  fileprivate func isAsNear(as other: SelectedPin) -> Bool {
    let isVariable = place == .variable
    return isVariable == (other.place == .variable) && (isVariable || folder == other.folder)
  }
}
