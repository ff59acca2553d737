internal import Builds
package import Diagnostics
internal import Manifests
package import Projects
package import Vocabulary

extension HostShortage {
  /// The program that applies patches.
  private static let patch = HostNeed(
    "patch", packages: [.apt: "patch", .dnf: "patch", .apk: "patch"])

  /// Returns the names of the system packages, for one package manager, that any build may need
  /// in addition to those in its definition: compilers, and what well-known gems need.
  package static func commonPackages(of manager: HostPackageManager) -> Set<String> {
    Set(
      ([patch].compactMap(\.self) + HostExamination.implied + GemHostNeeds.all)
        .compactMap { $0.packages[manager] })
  }

  /// Examines this machine and lists what it lacks for the planned builds. Returns `nil` if nothing
  /// is missing.
  package init?(forBuilding planned: [PlannedInstallation], _ settings: BuildSettings) async {
    let built = planned.filter(\.needsBuilding)
    let usesPatches = built.contains { $0.parts.contains { $0.format == .patch } }
    let needs =
      built.flatMap { $0.declaration.hostNeeds + GemHostNeeds.needs(of: $0.compiledGems) }
      + (usesPatches ? [Self.patch].compactMap(\.self) : [])
    if needs.isEmpty { return nil }
    let examination = HostExamination(variables: settings.variables)
    let missing = await examination.missing(among: needs)
    if missing.isEmpty { return nil }
    let manager = examination.manager
    var packages: [String] = []
    var unpackaged: [Item] = []
    for (need, item) in missing {
      if let package = manager.flatMap({ need.packages[$0] }) {
        if !packages.contains(package) { packages.append(package) }
      } else {
        unpackaged.append(item)
      }
    }
    self.init(
      of: missing.map(\.item),
      for: built.filter { !$0.isBuilt || !$0.declaration.hostNeeds.isEmpty || !$0.parts.isEmpty }
        .map { Build($0.tool, $0.version) },
      manager: manager, packages: packages, unpackaged: unpackaged,
      isSuperuser: examination.isSuperuser)
  }
}
