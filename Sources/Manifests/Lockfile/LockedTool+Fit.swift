package import Versions

extension LockedDeclaration {
  /// How versions of its source are read (DESIGN, section 4): it is part of the format, so that a lock can be judged without its
  /// sources.
  package var scheme: VersionScheme { Self.scheme(ofSource: source) }

  package static func scheme(ofSource name: String) -> VersionScheme {
    switch name {
    case "pypi": .pep440
    case "gem": .rubygems
    default: .general
    }
  }
}

extension LockedTool {
  /// The first of `wants` that the locked version does not fulfil; nil where it fulfils them all, as whatever resolved them wrote it.
  /// A merge of two branches can leave another.
  package var unfulfilledWant: Want? {
    // Most tools are wanted in any version, and `check` asks this of every one.
    let conditions = wants.filter { $0.requirement != .any }
    if conditions.isEmpty { return nil }
    let scheme = declaration.scheme
    guard let version = try? Version(parsing: version.text, scheme: scheme) else {
      return conditions[0]
    }
    return conditions.first { want in
      (try? want.requirement.versions(in: scheme).contains(version)) != true
    }
  }
}
