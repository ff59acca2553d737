package import Manifests
package import Vocabulary

// The words of other version managers' files, as definitions explain them.
extension Registries {
  /// Returns what the files of other version managers call a tool and its versions, as the first
  /// definition with such rules states. So a user's definition of `node` keeps those of the shipped
  /// one. The aliases of the tool are names as well.
  package func guests(of tool: ToolName) -> [GuestRule] {
    let rules =
      registries.lazy.compactMap { $0.definition(tool)?.guests }.first { !$0.isEmpty } ?? []
    let known = Set(rules.compactMap(\.name))
    let aliases = (entry(of: tool)?.definition.aliases ?? []).compactMap(GuestRule.init(line:))
    return rules + aliases.filter { $0.name.map { !known.contains($0) } ?? false }
  }

  /// Returns the tool that a file of another version manager means, or `nil` if no registry defines
  /// it.
  ///
  /// The name is the tool's own, one that its definition gives for such files, or an alias. If
  /// several tools have the name, as those of Java do, the version decides: `java 17` means the
  /// tool with the alias `java17`.
  ///
  /// - Parameters:
  ///   - name: The name in the file.
  ///   - words: The versions in the file. The first one decides.
  package func tool(forGuest name: String, versions words: [String]) -> ToolName? {
    guard let name = ToolName(name) else { return nil }
    if entry(of: name) != nil { return name }
    let guests = guestDefinitions(named: name)
    let named = guests.isEmpty ? definitions(aliased: name) : guests
    if named.count < 2 || words.isEmpty { return named.first?.name }
    let numbers = words.map { word in
      (named.lazy.flatMap(\.guests).compactMap { $0.version(of: word) }.first ?? word)
        .prefix { $0.isNumber }
    }
    guard let number = numbers.first(where: { !$0.isEmpty }) else { return named.first?.name }
    return named.first { $0.aliases.contains("\(name)\(number)") }?.name
  }

  /// Returns the definitions that have `name` as an alias, alone or followed by a number. The one
  /// with the name alone comes first. Empty if no definition has the name alone.
  private func definitions(aliased name: ToolName) -> [Definition] {
    let all = registries.flatMap { $0.definitions() }
    guard let first = all.first(where: { $0.aliases.contains(name.text) }) else { return [] }
    let others = all.filter { definition in
      definition.aliases.contains { alias in
        alias.hasPrefix(name.text) && alias != name.text
          && alias.dropFirst(name.text.count).allSatisfy(\.isNumber)
      }
    }
    return [first] + others.filter { $0.name != first.name }
  }

  /// Returns the rules of all tools with a name, whether it is their own or that in files of other
  /// version managers.
  package func guests(named name: String) -> [GuestRule] {
    guard let name = ToolName(name) else { return [] }
    return guests(of: name) + guestDefinitions(named: name).flatMap(\.guests)
  }

  /// Returns the definitions of the tools that files of other version managers call `name`. The
  /// first definition of a tool counts.
  private func guestDefinitions(named name: ToolName) -> [Definition] {
    var known: Set<ToolName> = []
    return registries.flatMap { $0.guestDefinitions() }.filter { definition in
      definition.guests.contains { $0.name == name } && known.insert(definition.name).inserted
    }
  }
}
