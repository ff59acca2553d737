internal import Diagnostics
package import Manifests
package import SourceKinds
internal import Versions
package import Vocabulary

/// The packages of a machine as a Toolfile declares them. A package that a registry defines becomes
/// a tool. Any other package of a system package manager becomes part of a `host` statement. The
/// rest is only listed.
package struct MachineToolfile: Sendable {
  /// A tool that a registry defines, and the installed package.
  package struct Tool: Hashable, Sendable {
    package let tool: NewTool
    package let package: MachinePackage
    package let listing: MachineListing
  }

  /// A package that has no definition and is not from a system package manager.
  package struct Remainder: Hashable, Sendable {
    package let package: MachinePackage
    package let listing: MachineListing
  }

  /// The tools, in the order of the listings.
  package private(set) var tools: [Tool] = []
  /// The names for `host` statements, sorted.
  package private(set) var hostPackages: [HostPackageManager: [String]] = [:]
  package private(set) var remainders: [Remainder] = []
  /// The installed programs whose lists could not be read.
  package private(set) var silent: [MachineListing] = []
  private let names: DefinitionNames

  /// Creates an empty Toolfile. `registries` define the tools.
  package init(_ registries: Registries) { names = DefinitionNames(registries) }

  /// Adds the packages of a program, or notes that its list could not be read if they are `nil`.
  package mutating func add(_ packages: [MachinePackage]?, of listing: MachineListing) {
    guard let packages else { return silent.append(listing) }
    for package in packages { add(package, of: listing) }
    for (manager, names) in hostPackages { hostPackages[manager] = names.sorted() }
  }

  private mutating func add(_ package: MachinePackage, of listing: MachineListing) {
    if let tool = tool(for: package, of: listing) {
      // Two programs can have installed the same tool.
      if !tools.contains(where: { $0.tool.name == tool.name }) {
        tools.append(Tool(tool: tool, package: package, listing: listing))
      }
    } else if let manager = listing.hostManager, manager.admits(package.name) {
      hostPackages[manager, default: []].append(package.name)
    } else {
      remainders.append(Remainder(package: package, listing: listing))
    }
  }

  // MARK: Definitions

  /// Returns the statement for a package, or `nil` if no registry defines its tool.
  private func tool(for package: MachinePackage, of listing: MachineListing) -> NewTool? {
    let requirement = Requirement(installed: package.version)
    func named(_ name: String, _ package: ForeignTool.Package? = nil) -> NewTool? {
      let foreign = ForeignTool(name, .requirement(requirement), package: package)
      guard case .defined(let tool, _, _) = names.answer(to: foreign) else { return nil }
      return tool
    }
    if package.isFromElsewhere { return nil }
    switch listing {
    // A formula with slashes is from a tap, whose owner can give any name to anything.
    case .brew where package.name.contains("/"), .cask: return nil
    case .brew:
      return named(package.name)
        ?? package.name.split(separator: "@").first.flatMap {
          named(String($0))
        }
    case .apt: return named(package.name)
    case .cargo, .npm, .pipx:
      return named(package.name, .init(source: listing.rawValue, name: package.name))
    case .mise:
      let content = MiseManifest.content(of: package.name, .prefix(package.version ?? ""))
      guard case .tool(let tool) = content else { return nil }
      return named(tool.name, tool.package)
    }
  }
}

extension Requirement {
  /// Creates a requirement for the installed version and compatible newer ones. Admits every
  /// version if the text is not a version.
  fileprivate init(installed text: String?) {
    let version = text.flatMap { try? Version(parsing: $0, scheme: .general) }
    self = version.map { Requirement(compatibleWith: $0) } ?? .any
  }
}
