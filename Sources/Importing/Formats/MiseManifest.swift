internal import Diagnostics
internal import Manifests
internal import SourceKinds
package import Versions

/// The manifest of mise, whose table `tools` has a version for each tool.
enum MiseManifest {
  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    var statements: [ForeignStatement] = []
    /// The statements of tables such as `[tools.node]`, whose lines state one tool together.
    var indices: [[String]: Int] = [:]
    var others: Set<String> = []
    for entry in try TOMLEntries(text).entries {
      guard let first = entry.path.first else { continue }
      if first != "tools" {
        // One remark tells that a whole table is left out.
        if others.insert(first).inserted { statements.append(remark(on: entry, of: first)) }
        continue
      }
      let key = Array(entry.path.prefix(2))
      guard key.count == 2 else { continue }
      if entry.path.count == 2, let value = entry.value {
        statements.append(
          ForeignStatement(shown(entry), line: entry.line, content(of: key[1], value)))
      } else if entry.path.count == 3, let value = entry.value {
        let index = indices[key]
        let name = entry.path[2]
        if name == "version" {
          let statement = ForeignStatement(
            shown(entry), line: entry.line, content(of: key[1], value))
          if let index { statements[index] = statement } else { statements.append(statement) }
          indices[key] = index ?? statements.count - 1
        } else {
          statements.append(
            ForeignStatement(shown(entry), line: entry.line, .other(.noCounterpart(name))))
        }
      } else if entry.value == nil {
        // A table without a version asks for nothing that could be written.
        statements.append(ForeignStatement(entry.text, line: entry.line, .other(.notUnderstood)))
        indices[key] = statements.count - 1
      }
    }
    return statements
  }

  /// Returns a statement for a table that has no counterpart in a Toolfile.
  private static func remark(on entry: TOMLEntries.Entry, of table: String) -> ForeignStatement {
    let shown = entry.value == nil ? entry.text : table
    return ForeignStatement(shown, line: entry.line, .other(.noCounterpart(table)))
  }

  /// The first line of an entry.
  private static func shown(_ entry: TOMLEntries.Entry) -> String {
    entry.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? entry.text
  }

  // MARK: - Tools

  private static func content(
    of key: String, _ value: TOMLEntries.Value
  ) -> ForeignStatement.Content {
    switch value {
    case .string(let version): return content(of: key, version, [])
    case .array(let values):
      guard case .string(let version)? = values.first else { return .other(.notUnderstood) }
      return content(
        of: key, version, values.count > 1 ? [.severalVersions(first: version)] : [])
    case .table(let members):
      let version = members.first { $0.key == ["version"] }?.value
      guard case .string(let version)? = version else { return .other(.notUnderstood) }
      let others = members.filter { $0.key != ["version"] }.map { $0.key.joined(separator: ".") }
      return content(of: key, version, others.isEmpty ? [] : [.options(others)])
    case .other: return .other(.notUnderstood)
    }
  }

  /// Returns the request that a mise tool and its version make.
  static func content(
    of key: String, _ version: String, _ remarks: [ImportRemark.Reason]
  ) -> ForeignStatement.Content {
    if version == "system" { return .other(.system(key)) }
    // `ubi:owner/name[exe=tool]`
    let parts = key.split(separator: "[", maxSplits: 1)
    let options = parts.count == 2 ? [String(parts[1].dropLast())] : []
    let remarks = remarks + (options.isEmpty ? [] : [.options(options)])
    let backend = parts.first.map(String.init) ?? key
    let words = backend.split(separator: ":", maxSplits: 1).map(String.init)
    let name = words.last ?? backend
    switch words.count == 2 ? words[0] : "core" {
    case "core", "asdf", "vfox":
      // A plugin with slashes is somebody's repository of scripts.
      if name.contains("/") { return .other(.noCounterpart("\(words[0]):")) }
      return requirement(version, of: name).map {
        .tool(ForeignTool(name, $0, remarks: remarks))
      } ?? .other(.requirement(version))
    case "ubi", "github", "aqua":
      let repository = name.split(separator: "/", omittingEmptySubsequences: false)
      guard repository.count == 2, repository.allSatisfy({ !$0.isEmpty }) else {
        return .other(.noCounterpart("\(words[0]):"))
      }
      return requirement(version, of: String(repository[1])).map {
        .tool(
          ForeignTool(
            String(repository[1]), $0, package: .init(source: "github", name: name),
            remarks: remarks))
      } ?? .other(.requirement(version))
    default: return .other(.noCounterpart("\(words[0]):"))
    }
  }

  /// Returns the requirement for a version in the words of mise, or `nil` if it has no counterpart.
  private static func requirement(_ version: String, of name: String) -> Requirement? {
    let prefix = "prefix:"
    if version.hasPrefix(prefix) {
      let numbers = version.dropFirst(prefix.count)
      return Requirement(translating: String(numbers) + ".x")
    }
    return Requirement(translatingRelease: version, of: name)
  }
}

extension Requirement {
  /// Creates the requirement for a release as version managers name it: `20`, `v1.2.3`,
  /// `jq-1.7.1`, `temurin-21`, or `latest`. Returns `nil` if it has no counterpart, as for `lts` or
  /// a branch.
  package init?(
    translatingRelease text: String, of tool: String, bare: BareVersion = .prefix
  ) {
    let rules = Registries.shipped.guests(named: tool)
    var version = (rules.lazy.compactMap { $0.version(of: text) }.first ?? text)[...]
    for prefix in ["\(tool)-", "\(tool)@", "v"] where version.hasPrefix(prefix) {
      version = version.dropFirst(prefix.count)
    }
    let isRelease =
      version == "latest"
      || version.first.map { $0.isASCII && $0.isNumber } ?? false
        && !version.contains { " ,=!<>~^|&/:".contains($0) }
    guard isRelease else { return nil }
    self.init(translating: String(version), bare: bare)
  }
}
