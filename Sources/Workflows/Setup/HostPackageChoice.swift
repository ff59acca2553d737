internal import HostPackages
internal import Manifests
internal import Vocabulary

/// The packages that Toolfiles name for this machine's managers.
struct HostPackageChoice {
  /// The packages of each manager, in the order of the managers, without duplicates.
  private(set) var packages: [(manager: PackageManager, names: [String])] = []
  /// The statements without a manager of this machine.
  private(set) var unavailable: [Toolfile.HostPackages] = []

  private let managers: [PackageManager]

  /// Chooses a manager for each statement: the machine's first manager that any statement names or,
  /// if this statement does not name that one, the first that it does name. Casks and apps are
  /// installed in addition.
  ///
  /// - Parameter managers: The managers of this machine, the system's own first.
  init(_ statements: [Toolfile.HostPackages], from managers: [PackageManager]) {
    self.managers = managers
    let main = managers.filter { !Self.additions.contains($0.kind) }
    let usual = main.first { manager in statements.contains { $0.names[manager.kind] != nil } }
    for statement in statements {
      let manager = ([usual] + main).compactMap(\.self).first { statement.names[$0.kind] != nil }
      let added = managers.filter { Self.additions.contains($0.kind) }
        .filter { statement.names[$0.kind] != nil }
      let chosen = [manager].compactMap(\.self) + added
      if chosen.isEmpty { unavailable.append(statement) }
      for manager in chosen { add(statement.names[manager.kind] ?? [], of: manager.kind) }
    }
  }

  /// The managers that supplement Homebrew's formulae.
  private static let additions: [HostPackageManager] = [.cask, .mas]

  /// Adds packages that no statement names.
  ///
  /// - Returns: Whether this machine has the manager.
  @discardableResult mutating func add(_ names: [String], of kind: HostPackageManager) -> Bool {
    if let index = packages.firstIndex(where: { $0.manager.kind == kind }) {
      packages[index].names += names.filter { !packages[index].names.contains($0) }
      return true
    }
    guard let manager = managers.first(where: { $0.kind == kind }) else { return false }
    var unique: [String] = []
    for name in names where !unique.contains(name) { unique.append(name) }
    packages.append((manager, unique))
    return true
  }
}
