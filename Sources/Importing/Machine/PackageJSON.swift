internal import Diagnostics
internal import Manifests

/// The output of programs that list their packages as JSON.
struct PackageJSON {
  private let members: [JSONMembers.Member]

  /// Reads the output, or returns `nil` if it is not a JSON object.
  init?(_ text: String) {
    guard let source = try? SourceText(Array(text.utf8), path: "", limit: .max),
      let members = try? JSONMembers(source, depth: 5).members
    else { return nil }
    self.members = members
  }

  /// The members of `dependencies`, which are packages with their versions, without npm and
  /// corepack, which are part of Node.js.
  var npmPackages: [MachinePackage] {
    values(below: "dependencies", "version").filter { !["npm", "corepack"].contains($0.key) }
      .map { MachinePackage($0.key, $0.value) }
  }

  /// The main packages of the environments in `venvs`.
  var pipxPackages: [MachinePackage] {
    let path = ["metadata", "main_package"]
    let names = Dictionary(values(below: "venvs", path + ["package"])) { first, _ in first }
    return values(below: "venvs", path + ["package_version"]).map { name, version in
      MachinePackage(names[name] ?? name, version)
    }
  }

  /// The top-level members, which are tools with lists of versions. The active version counts, or
  /// else the last one, which is the newest.
  var miseTools: [MachinePackage] {
    var elements: [(tool: String, version: String?, isActive: Bool)] = []
    for member in members where member.path.dropFirst().prefix(2) == ["", ""] {
      switch member.path.dropFirst(3) {
      case []: elements.append((member.path[0], nil, false))
      case ["version"]: elements[elements.count - 1].version = member.value
      case ["active"]: elements[elements.count - 1].isActive = member.text == "true"
      default: break
      }
    }
    var tools: [MachinePackage] = []
    var isActive = false
    for element in elements {
      let package = MachinePackage(element.tool, element.version)
      if tools.last?.name != element.tool {
        tools.append(package)
      } else if !isActive {
        tools[tools.count - 1] = package
      } else {
        continue
      }
      isActive = element.isActive
    }
    return tools
  }

  /// Returns the strings at `path` in the members of the object `name`, keyed by member name.
  private func values(below name: String, _ path: String...) -> [(key: String, value: String)] {
    values(below: name, path)
  }

  private func values(below name: String, _ path: [String]) -> [(key: String, value: String)] {
    members.compactMap { member in
      guard member.path.count == path.count + 2, member.path[0] == name,
        Array(member.path.dropFirst(2)) == path, let value = member.value
      else { return nil }
      return (member.path[1], value)
    }
  }
}
