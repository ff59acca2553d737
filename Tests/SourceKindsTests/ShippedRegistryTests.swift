import Diagnostics
import Manifests
import Testing
import Vocabulary

@testable import SourceKinds

/// The registry that ships with the program.
@Suite struct ShippedRegistryTests {
  private func definitions() throws -> [Definition] {
    try RegistryText(parsing: ShippedRegistry.standard.text, path: ShippedRegistry.path).definitions
  }

  @Test func `the whole text is valid`() throws {
    let definitions = try definitions()
    #expect(definitions.count >= 300)
    #expect(definitions == ShippedRegistry.standard.definitions)
  }

  /// A definition is found by the first line of its block, so each block must begin and end at the
  /// start of a line.
  @Test func `each definition is found alone`() throws {
    for definition in try definitions() {
      let alone = try #require(
        ShippedRegistry.standard.definition(of: definition.name), "\(definition.name)")
      #expect(alone.name == definition.name && alone.digest == definition.digest)
      #expect(alone.source.options.map(\.key) == definition.source.options.map(\.key))
      #expect(alone.executables == definition.executables)
      #expect(alone.aliases == definition.aliases && alone.summary == definition.summary)
    }
    let names = ["no-such-tool", "ruf", "uff"].compactMap { ToolName($0) }
    #expect(names.allSatisfy { ShippedRegistry.standard.definition(of: $0) == nil })
  }

  @Test func `names and aliases are unique`() throws {
    let definitions = try definitions()
    // The definition of a system program defines no tool, so its name can be an alias.
    let all = definitions.filter { !$0.isOfSystem }.flatMap { [$0.name.text] + $0.aliases }
    #expect(Set(definitions.map(\.name)).count == definitions.count)
    let repeated = Dictionary(grouping: all) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    #expect(repeated == [])
  }

  @Test func `each definition of a tool tells people what it is`() throws {
    for definition in try definitions() where !definition.isOfSystem {
      #expect(definition.summary?.isEmpty == false, "\(definition.name)")
      #expect(definition.home?.hasPrefix("https://") == true, "\(definition.name)")
      #expect(!definition.executables.isEmpty, "\(definition.name)")
    }
  }

  /// The files of other tools name a tool by its repository.
  @Test func `each definition of a tool has a repository`() throws {
    // These are parts of a repository with many programs.
    let exceptions: Set = ["clang-format", "clang-tidy"]
    let site = "https://github.com/"
    for definition in try definitions() where !definition.isOfSystem {
      let options = definition.sources.flatMap(\.options)
      let hasRepository =
        options.contains { $0.key == "github" || $0.key == "tags" }
        || definition.home?.hasPrefix(site) ?? false
        || definition.foreignPackages.contains { $0.source == .github }
      #expect(hasRepository != exceptions.contains(definition.name.text), "\(definition.name)")
    }
  }

  @Test func `no package of another package manager contains two tools`() throws {
    let packages = try definitions().flatMap(\.foreignPackages).filter { $0.source != .github }
      .map { "\($0.source) \($0.name)" }
    #expect(Set(packages).count == packages.count)
  }

  @Test func `each need is defined, and none leads back to its tool`() throws {
    let definitions = try definitions()
    let needs = Dictionary(
      uniqueKeysWithValues: definitions.map { ($0.name, $0.needs.map(\.value.value.tool)) })
    for definition in definitions {
      var pending = needs[definition.name, default: []]
      var reached: Set<ToolName> = []
      while let tool = pending.popLast() {
        if !reached.insert(tool).inserted { continue }
        pending += try #require(needs[tool], "\(definition.name) needs \(tool)")
      }
      #expect(!reached.contains(definition.name), "\(definition.name)")
    }
  }

  @Test func `a need has the registry as its location`() throws {
    let tool = try #require(definitions().first { !$0.needs.isEmpty })
    let applied = try #require(try Registries.shipped.definition(of: tool.name))
    #expect(applied.neededTools.map(\.origin) == [.file(ShippedRegistry.path)])
  }

  @Test func `each definition names one source`() throws {
    let sources = Set(SourceCatalog.standard.names + ["github", "url"])
    for definition in try definitions() where !definition.isOfSystem {
      for source in definition.sources {
        let named = source.options.filter { sources.contains($0.key) }
        #expect(Set(named.map(\.key)).count == 1, "\(definition.name)")
      }
    }
  }
}
