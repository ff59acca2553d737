import Diagnostics
import Filesystem
import Layout
import Sandboxes
import Selection
import ShimSearch
import Testing
import Vocabulary

/// `PinChain` and the shim's search implement the same rule and must produce the same results.
@Suite struct ShimAgreementTests {
  /// The result of a search as text: tools with versions and content ids, or the reason that the
  /// search selects nothing.
  private enum SearchResult: Equatable, CustomStringConvertible {
    case pinned([String])
    case refused(String)

    var description: String {
      switch self {
      case .pinned(let pins): "\(pins)"
      case .refused(let why): "refused: \(why)"
      }
    }

    var isRefusal: Bool { if case .refused = self { true } else { false } }
  }

  /// Returns the result of the shim's search.
  private func shim(_ executable: String, in tree: FolderTree) -> SearchResult {
    let path = tree.directory.string
    var search = PinSearch(
      executable: Array(executable.utf8),
      candidates: tree.candidates(for: executable).map { Array($0.utf8) },
      directory: ShimSearch.PathText(Array("\(path)/".utf8)),
      depth: path.utf8.count { $0 == UInt8(ascii: "/") },
      globalPins: ShimSearch.PathText(tree.root.globalPins.bytes),
      platform: Platform.current.name, context: TreeContext(tree: tree))
    func word(_ pin: Pin) -> String {
      ([pin.tool, pin.version] + (pin.contentID.map { [$0] } ?? []))
        .map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }
    do throws(UndecidedPin) {
      switch try search.run() {
      case .pin(let pin): return .pinned([word(pin)])
      case .notPinned: return .pinned([])
      case .ambiguous(let pins): return .pinned(pins.map(word).sorted())
      }
    } catch {
      return .refused("")
    }
  }

  /// Returns the kind of a result. The test counts how often each kind occurs.
  private func kind(of answer: SearchResult) -> String {
    switch answer {
    case .refused: "refused"
    case .pinned(let pins): pins.isEmpty ? "nowhere" : pins.count == 1 ? "pinned" : "tie"
    }
  }

  /// Returns a selector for the innermost folder of a tree.
  private func selector(_ tree: FolderTree) throws -> Selector {
    try Selector(root: tree.root, environment: tree.environment, directory: tree.directory) {
      $0.string
    }
  }

  /// Returns the result of the main program.
  private func main(_ executable: String, in tree: FolderTree) throws -> SearchResult {
    let name = try #require(ExecutableName(executable))
    let candidates = tree.candidates(for: executable).compactMap { ToolName($0) }
    let chain = try selector(tree).pinChain(reading: .everything(name))
    do throws(Problem) {
      let pins = try chain.pins(ofProviders: candidates, of: name).pins
      for pin in pins { #expect(matchesItsPlace(pin, in: tree), "\(pin)") }
      return .pinned(
        pins.map { pin in
          "\(pin.tool) \(pin.version)" + (pin.id.map { " \($0)" } ?? "")
        }.sorted())
    } catch {
      return .refused("\(error)")
    }
  }

  /// Returns whether the first number of the version matches the file or variable that the pin
  /// states as its place (``FolderTree``).
  private func matchesItsPlace(_ pin: SelectedPin, in tree: FolderTree) -> Bool {
    guard case .exact(let version) = pin.version else { return true }
    let level = pin.folder.flatMap { tree.folders.firstIndex(of: $0) }.map { $0 + 1 }
    let expected: String? =
      switch pin.place {
      case .commandLine: nil
      case .variable: "7."
      case .globalPins: "8."
      case .idiomaticFile: level.map { "2\($0)." }
      case .toolVersionFile, .lock: level.map { "\($0)." }
      }
    return expected.map(version.text.hasPrefix) ?? false
  }

  /// Checks that the selected program, or the error of selecting it, refers to the pins in a
  /// result of ``main(_:in:)``.
  private func expectProgram(
    _ executable: String, in tree: FolderTree, matches answer: SearchResult
  ) throws {
    guard case .pinned(let pins) = answer else { return }
    // A variable may pin a tool that is not installed, whose executables no route lists.
    if pins.isEmpty, TreeContext(tree: tree).variableCount > 0 { return }
    let name = try #require(ExecutableName(executable))
    let selector = try selector(tree)
    // A locked tool provides the executables that its lock lists, whatever the routes list. What
    // runs instead of a tool that is passed over is the subject of other tests.
    let chain = try selector.pinChain(reading: .everything(name))
    let selected = try chain.pins(
      ofProviders: tree.candidates(for: executable).compactMap { ToolName($0) }, of: name
    ).pins
    let lacksName = selected.contains { pin in
      let link = chain.directories.first { $0.folder == pin.folder }
      return pin.id != nil && link?.providers.contains(pin.tool) == false
    }
    if lacksName { return }
    let found: [String]
    do throws(Problem) {
      let program = try selector.program(of: name)
      guard case .system(_, let pin) = program else {
        Issue.record("nothing is installed: \(program)")
        return
      }
      found = pin.map { ["\($0.tool) \($0.version)"] } ?? []
    } catch .selection(.ambiguous(_, let tied)) {
      found = tied.map { "\($0.tool) \($0.version)" }.sorted()
    } catch .selection(.notInstalled(let pin, _, _, _, _, _, _)) {
      found = ["\(pin.tool) \(pin.version)"]
    } catch {
      Issue.record("\(error)")
      return
    }
    #expect(found == pins.map { $0.split(separator: " ")[..<2].joined(separator: " ") })
  }

  @Test(arguments: 0..<UInt64(5))
  func `the shim and the main program agree in random trees`(_ part: UInt64) throws {
    let scratch = try TemporaryDirectory()
    var counts: [String: Int] = [:]
    for number in 0..<50 {
      let folder = try scratch.directory("\(number)")
      let tree = try FolderTree(in: folder, seed: part * 1000 + UInt64(number))
      for executable in FolderTree.executables {
        let shim = shim(executable, in: tree)
        let main = try main(executable, in: tree)
        // The shim must produce the same result. It may defer to the main program only if a file
        // requires that program or its messages.
        let agree =
          shim.isRefusal ? main.isRefusal || tree.needsMainProgram || tree.hasFaults : shim == main
        #expect(
          agree,
          """
          \(executable): shim \(shim), main \(main), routes \(tree.candidates(for: executable))
          \(tree.texts.joined(separator: "\n"))
          """)
        try expectProgram(executable, in: tree, matches: main)
        counts[kind(of: shim), default: 0] += 1
      }
      try folder.removeTree()
    }
    // Each kind of result must occur often enough for a meaningful comparison.
    #expect(counts.count == 4 && counts.values.allSatisfy { $0 >= 2 }, "\(counts)")
  }
}
