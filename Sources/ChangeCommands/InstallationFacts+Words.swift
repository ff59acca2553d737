internal import Commands
internal import Filesystem
internal import Layout
internal import Terminal
internal import Vocabulary
internal import Workflows

extension InstallationFacts {
  /// The number of seconds in a day.
  private static let day: Int64 = 86_400

  /// Returns the size of an installation, or `nil` if it is not recorded.
  func sizeWords(of installed: InstalledVersion) -> String? {
    size(of: installed).map { QuantityFormat.bytes($0) }
  }

  /// Returns the words for the last use. Only its day is recorded.
  func useWords(of installed: InstalledVersion, now: Int64) -> String {
    guard let time = lastUse(of: installed) else { return "never used" }
    let days = now / Self.day - time / Self.day
    return days <= 0 ? "used today" : "used \(QuantityFormat.count(Int(days), "day")) ago"
  }

  /// Returns the words for the last verification.
  func verificationWords(of installed: InstalledVersion, now: Int64) -> String {
    guard let verification = verification(of: installed) else { return "never verified" }
    let age = QuantityFormat.age(Int(now - verification.time))
    return "\(verification.isIntact ? "verified" : "found damaged") \(age) ago"
  }

  /// Returns the known facts about an installation as JSON.
  func members(of installed: InstalledVersion) -> [JSON.Member] {
    let verification = verification(of: installed)
    return [
      .init(name: "size", value: size(of: installed).map { .number($0) } ?? .null),
      .init(name: "last_used", value: .time(lastUse(of: installed))),
      .init(name: "last_verified", value: .time(verification?.time)),
      .init(name: "intact", value: verification.map { .bool($0.isIntact) } ?? .null),
      .init(name: "used_by", value: .array(users(of: installed).map(\.json))),
    ]
  }
}

extension InstallationFacts.User {
  /// Returns the user as text: a path, or a tool and its version.
  func words(_ session: Session, now: Int64) -> String {
    switch self {
    case .project(let folder, let vanished):
      let absence = vanished.map { " (gone for \(QuantityFormat.age(Int(now - $0))))" } ?? ""
      return session.formatAbsolutePath(folder) + absence
    case .globalPins(let file): return session.formatAbsolutePath(file)
    case .gems(let installed): return "\(installed.tool) \(installed.version)"
    }
  }

  fileprivate var json: JSON {
    switch self {
    case .project(let folder, let vanished):
      .object(["path": .string(folder.string), "gone_since": .time(vanished)])
    case .globalPins(let file): .object(["path": .string(file.string), "gone_since": .null])
    case .gems(let installed):
      .object([
        "name": .string(installed.tool.text), "version": .string(installed.version.text),
        "id": .string(installed.id.description),
      ])
    }
  }
}
