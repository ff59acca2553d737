package import Diagnostics
internal import Vocabulary

/// The table of what is known about a tool.
package struct ToolTable: Sendable {
  private let facts: ToolFacts
  /// The maximum number of projects that are listed for an installation.
  private static let projectCount = 3

  /// Creates a table of the facts about a tool.
  package init(_ facts: ToolFacts) { self.facts = facts }

  /// The facts, one label and one text each. Facts that do not exist are left out.
  package var rows: [[String]] {
    let rows: [(String, String?)] =
      [
        ("tool", facts.tool.text), ("summary", facts.summary), ("home", facts.home),
        ("aliases", facts.aliases.joined(separator: ", ")),
        ("source", source),
        ("defined by", definer), ("executables", facts.executables.joined(separator: ", ")),
        ("locked", facts.locked.map(text)), ("publisher", facts.publisher),
        ("pinned", facts.pin.map(text)),
      ]
    return rows.filter { !($0.1 ?? "").isEmpty }.map { [$0.0, $0.1 ?? ""] } + installations + newest
      + platforms + offer
  }

  private var source: String {
    facts.source == facts.package ? facts.source : "\(facts.source) \(facts.package)"
  }

  private func text(_ choice: ToolFacts.Choice) -> String {
    let reason = choice.yanked.map { $0.isEmpty ? ", yanked" : ", yanked: \($0)" } ?? ""
    return choice.version + (choice.origin.map { " (\($0.withoutColumn))" } ?? "") + reason
  }

  private var definer: String {
    let place = facts.origin.withoutColumn
    return switch facts.definer {
    case .toolfile: "\(place)"
    case .shippedRegistry: "the registry that ships with bootstrap"
    case .registry(let name): "the registry \(name) (\(place))"
    case .lock: "a locked tool that needs it (\(place))"
    }
  }

  private var installations: [[String]] {
    if facts.installations.isEmpty { return [["installed", "no version"]] }
    return facts.installations.enumerated().map { index, installation in
      [index == 0 ? "installed" : "", text(installation)]
    }
  }

  private func text(_ installation: ToolFacts.Installation) -> String {
    var facts = [installation.version]
    if let size = installation.size { facts.append(QuantityFormat.bytes(size)) }
    facts.append(installation.folder)
    let projects = installation.projects
    if !projects.isEmpty {
      let rest = projects.count - Self.projectCount
      facts.append(
        "used by " + projects.prefix(Self.projectCount).joined(separator: ", ")
          + (rest > 0 ? " and \(rest) more" : ""))
    }
    return facts.joined(separator: ", ")
  }

  private var newest: [[String]] {
    let width = facts.newest.map(\.version.count).max() ?? 0
    return facts.newest.enumerated().map { index, release in
      let gap = String(repeating: " ", count: width - release.version.count + 2)
      let date = release.released.map { gap + $0.description.prefix(10) } ?? ""
      return [index == 0 ? "newest" : "", release.version + date]
    }
  }

  private var platforms: [[String]] {
    guard let platforms = facts.otherPlatforms else { return [] }
    let names = platforms.map(\.rawValue).joined(separator: ", ")
    return [
      [
        "for \(Platform.current)",
        facts.isCovered
          ? "nothing: this project wants it only for \(names)"
          : "nothing: the lock covers only \(names); run `bootstrap lock --add-platform "
            + "\(Platform.current)`",
      ]
    ]
  }

  private var offer: [[String]] {
    guard let offer = facts.offer else { return [] }
    return [
      ["for \(offer.platform)", "\(facts.tool) \(offer.version)"],
      ["file", offer.fileName + (offer.size.map { ", \(QuantityFormat.bytes($0))" } ?? "")],
      ["digest", digest(of: offer)],
    ].filter { !$0[1].isEmpty }
  }

  private func digest(of offer: ToolFacts.Offer) -> String {
    let digest = offer.digest.map { "\($0), " } ?? ""
    return switch offer.digestSource {
    case .source: digest + "stated by \(facts.source)"
    case .list(let name): "listed in \(name)"
    case .firstDownload where offer.digest != nil: digest + "from the first download"
    case .firstDownload: "not published; the first download will be trusted"
    }
  }
}
