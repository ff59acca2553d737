internal import Versions
internal import Vocabulary
internal import YAML

/// The fields of a gem's metadata, in every form that RubyGems has written over the years.
struct GemFields {
  let root: YAMLNode

  /// The field `version`, an object with one field of its own.
  var version: String {
    get throws(GemMetadataError) {
      guard let node = root["version"], let text = (node["version"] ?? node).text,
        Array(text.utf8)[...].isGemVersion
      else { throw .field("version") }
      return text
    }
  }

  /// The field `platform`: a text, or in old gems an object with three fields.
  var platform: GemPlatform {
    get throws(GemMetadataError) {
      guard let node = root["platform"], !node.isNull else { return .ruby }
      if let text = node.text {
        guard text.utf8.count <= GemName.maximumByteCount else { throw .field("platform") }
        return GemPlatform(text)
      }
      guard let os = node["os"]?.text else { throw .field("platform") }
      let parts = [node["cpu"], node["version"]].map { $0?.isNull ?? true ? nil : $0?.text }
      return GemPlatform(cpu: parts[0], os: os, version: parts[1])
    }
  }

  /// The field `executables`, whose elements are names without a folder.
  var executables: [String] {
    get throws(GemMetadataError) {
      let names = try paths("executables")
      guard names.allSatisfy({ !$0.utf8.contains(UInt8(ascii: "/")) }) else {
        throw .unsafePath(field: "executables")
      }
      return names
    }
  }

  /// The field `bindir`.
  var bindir: String {
    get throws(GemMetadataError) {
      guard let node = root["bindir"], !node.isNull else { return "bin" }
      guard let text = node.text else { throw .field("bindir") }
      guard isInside(text) else { throw .unsafePath(field: "bindir") }
      return text
    }
  }

  /// Returns a list of paths in the gem.
  func paths(_ field: String) throws(GemMetadataError) -> [String] {
    guard let node = root[field], !node.isNull else { return [] }
    guard let elements = node.elements else { throw .field(field) }
    var paths: [String] = []
    for element in elements {
      guard let path = element.text else { throw .field(field) }
      guard isInside(path) else { throw .unsafePath(field: field) }
      paths.append(path)
    }
    return paths
  }

  /// Returns a requirement, or ``Requirement/any`` if the field is missing.
  func requirement(_ field: String) throws(GemMetadataError) -> Requirement {
    guard let node = root[field], !node.isNull else { return .any }
    guard let requirement = requirement(node) else { throw .field(field) }
    return requirement
  }

  /// The field `dependencies`, without development dependencies.
  ///
  /// RubyGems writes names and types into Ruby code without quoting them, so development
  /// dependencies are checked as well.
  var dependencies: [GemDependency] {
    get throws(GemMetadataError) {
      guard let node = root["dependencies"], !node.isNull else { return [] }
      guard let elements = node.elements else { throw .field("dependencies") }
      var dependencies: [GemDependency] = []
      for element in elements {
        guard let name = element["name"]?.text, name.utf8.allSatisfy(GemName.isAllowed) else {
          throw .field("dependencies")
        }
        switch element["type"]?.text ?? ":runtime" {
        case ":development": continue
        case ":runtime": dependencies.append(try dependency(name, element))
        default: throw .field("dependencies")
        }
      }
      return dependencies
    }
  }

  private func dependency(
    _ name: String, _ node: YAMLNode
  ) throws(GemMetadataError) -> GemDependency {
    let requirement = node["requirement"] ?? node["version_requirements"]
    guard let name = GemName(name), let requirement = requirement.flatMap(self.requirement)
    else { throw .field("dependencies") }
    return GemDependency(name: name, requirement: requirement)
  }

  /// Checks the field `specification_version`, which RubyGems writes into Ruby code.
  func checkFormat() throws(GemMetadataError) {
    guard let node = root["specification_version"], !node.isNull else { return }
    guard let text = node.text, text.utf8.allSatisfy(\.isDigit) else {
      throw .field("specification_version")
    }
  }

  /// Returns the requirement that an object contains: a list of pairs of an operator and a
  /// version. Returns `nil` if it has another form.
  private func requirement(_ node: YAMLNode) -> Requirement? {
    guard let pairs = node["requirements"]?.elements else { return nil }
    var clauses: [ArraySlice<UInt8>] = []
    for pair in pairs {
      guard let parts = pair.elements, parts.count == 2,
        let version = (parts[1]["version"] ?? parts[1]).text
      else { return nil }
      // The YAML library of old Rubies wrote an object in place of `=`.
      let sign = parts[0].text ?? (parts[0].entries?.isEmpty ?? false ? "=" : nil)
      guard let sign else { return nil }
      clauses.append(Array("\(sign) \(version)".utf8)[...])
    }
    return Requirement(rubyGems: clauses)
  }

  /// Returns whether a path stays inside the gem and has only printable characters.
  private func isInside(_ path: String) -> Bool {
    guard 1...1024 ~= path.utf8.count, !path.hasPrefix("/"),
      path.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) })
    else { return false }
    return !path.split(separator: "/").contains("..")
  }
}
