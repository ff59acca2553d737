import Gems
import ToolSources
import Versions
import Vocabulary

@testable import Locking

/// What the arguments of `bundle lock` mean for a tool whose graph is that of the Gemfile.
struct GemUpdateQuestion {
  let lock: GemfileLock
  let preference: UpdatePreference
  /// Whether all gems may move.
  let isFull: Bool
  /// The gems named by the arguments.
  let requested: Set<GemName>
  /// The named gems and those that they need, unless the update is conservative.
  let unlocked: Set<GemName>

  /// Reads a question, or returns `nil` if it is none about an update.
  init?(_ question: GemQuestion) throws {
    guard let text = question.bundlerLock, let arguments = question.arguments else { return nil }
    lock = try GemfileLock(parsing: Array(text.utf8))
    let isUpdate = arguments.contains("--update")
    let names = Set(arguments.filter { !$0.hasPrefix("--") }.compactMap { GemName($0) })
    requested = names
    isFull = isUpdate && names.isEmpty
    let closure = names.flatMap { [lock] name in lock.graph(of: name).map(\.name) }
    unlocked = arguments.contains("--conservative") ? names : names.union(closure)
    preference = UpdatePreference(
      level: arguments.contains("--patch")
        ? .patch : arguments.contains("--minor") ? .minor : .major,
      isStrict: arguments.contains("--strict"), admitsPrereleases: arguments.contains("--pre"))
  }

  /// The gems that no lock contains. Bundler refuses to update one.
  var unknown: Set<GemName> { requested.subtracting(lock.gems.map(\.name)) }

  /// Returns the lock of Bundler with a gem that needs the roots of `question`.
  static func bundlerLock(of question: GemQuestion) -> String? {
    question.bundlerLock.map { text in
      let roots = (question.previous_roots ?? []).map { "      \($0.name)\n" }.joined()
      return text.replacing("remote: SOURCE", with: "remote: https://gems.test/").replacing(
        "\n  specs:\n", with: "\n  specs:\n    \(question.gem) (1)\n\(roots)", maxReplacements: 1)
    }
  }

  /// Applies the update to a lock whose tool `owner` is the gem that needs the roots.
  func apply(to context: inout LockContext, _ owner: ToolName) {
    let tool = SourcedTool(name: owner, location: nil)
    context.preference = preference
    if isFull || !requested.isEmpty { context.update = .tools([owner]) }
    var versions = context.previous.versions
    for gem in isFull ? Set(lock.gems.map(\.name)) : unlocked {
      versions[tool.part(gem)] = versions[tool.part(gem)]?.with(.replaceable)
    }
    context.previous = PreviousLock(
      versions: versions, leading: context.previous.leading.union(requested.map(tool.part)))
  }
}
