package import Diagnostics
internal import Vocabulary

/// The table of the known facts about a tool.
package struct ToolTable {
  private let info: ToolInfo
  private let formatPath: (String) -> String
  /// The maximum number of projects that are listed for an installation.
  private static let projectCount = 3

  /// Creates a table about a tool.
  ///
  /// - Parameters:
  ///   - info: What is known about the tool.
  ///   - formatPath: Formats an absolute path for people.
  package init(_ info: ToolInfo, formatPath: @escaping (String) -> String) {
    self.info = info
    self.formatPath = formatPath
  }

  /// The rows, each with a label and a text. Unknown facts have no row.
  package var rows: [[String]] {
    let rows: [(String, String?)] =
      [
        ("tool", info.tool.text), ("summary", info.summary), ("home", info.home),
        ("aliases", info.aliases.joined(separator: ", ")),
        ("source", source),
        ("defined by", definer),
        ("executables", info.executables.map(\.text).joined(separator: ", ")),
        ("locked", info.locked.map(text)), ("gems", info.gems.map(text)),
        ("runs on", info.gems.map(runtime)), ("publisher", info.publisher?.description),
        ("pinned", info.pin.map(text)),
      ]
    return rows.filter { !($0.1 ?? "").isEmpty }.map { [$0.0, $0.1 ?? ""] } + installations + newest
      + platforms + offer
  }

  private var source: String {
    info.source == info.package ? info.source : "\(info.source) \(info.package)"
  }

  private func text(_ choice: ToolInfo.Choice) -> String {
    let reason = choice.yanked.map { $0.isEmpty ? ", yanked" : ", yanked: \($0)" } ?? ""
    return choice.version + (choice.origin.map { " (\($0.withoutColumn))" } ?? "") + reason
  }

  private func text(_ gems: ToolInfo.GemSummary) -> String {
    let names = gems.extensions.joined(separator: ", ")
    return (gems.count == 0 ? "no others" : QuantityFormat.number(gems.count))
      + (names.isEmpty ? ", none compiled at the installation" : ", compiled: \(names)")
  }

  private func runtime(_ gems: ToolInfo.GemSummary) -> String {
    gems.runtime + (gems.requirement.isEmpty ? "" : ", requires \(gems.requirement)")
  }

  private var definer: String {
    let place = info.origin.withoutColumn
    return switch info.definer {
    case .toolfile, .toolfileDefinition: "\(place)"
    case .shippedRegistry: "the registry that ships with bootstrap"
    case .registry(let name): "the registry \(name) (\(place))"
    case .lock: "a locked tool that needs it (\(place))"
    }
  }

  private var installations: [[String]] {
    if info.installations.isEmpty { return [["installed", "no version"]] }
    return info.installations.enumerated().map { index, installation in
      [index == 0 ? "installed" : "", text(installation)]
    }
  }

  private func text(_ installation: ToolInfo.Installation) -> String {
    var facts = [installation.version]
    if let size = installation.size { facts.append(QuantityFormat.bytes(size)) }
    facts.append(formatPath(installation.folder))
    let projects = installation.projects
    if !projects.isEmpty {
      let rest = projects.count - Self.projectCount
      facts.append(
        "used by " + projects.prefix(Self.projectCount).map(formatPath).joined(separator: ", ")
          + (rest > 0 ? " and \(rest) more" : ""))
    }
    return facts.joined(separator: ", ")
  }

  private var newest: [[String]] {
    let newest = info.newest ?? []
    let width = newest.map(\.version.count).max() ?? 0
    return newest.enumerated().map { index, release in
      let gap = String(repeating: " ", count: width - release.version.count + 2)
      let date = release.released.map { gap + $0.description.prefix(10) } ?? ""
      return [index == 0 ? "newest" : "", release.version + date]
    }
  }

  private var platforms: [[String]] {
    guard let platforms = info.otherPlatforms else { return [] }
    let names = platforms.map(\.rawValue).joined(separator: ", ")
    return [
      [
        "for \(Platform.current)",
        info.isCovered
          ? "nothing: this project uses it only on \(names)"
          : "nothing: the lock covers only \(names); run `bootstrap lock --add-platform "
            + "\(Platform.current)`",
      ]
    ]
  }

  private var offer: [[String]] {
    guard let offer = info.offer else { return [] }
    return [
      ["for \(offer.platform)", "\(info.tool) \(offer.version)"],
      ["file", offer.file.name + (offer.file.size.map { ", \(QuantityFormat.bytes($0))" } ?? "")],
      ["digest", digest(of: offer)],
      ["build", build(of: offer)],
    ].filter { !$0[1].isEmpty }
  }

  private func build(of offer: ToolInfo.Offer) -> String {
    offer.steps.isEmpty
      ? "" : "from source, in \(QuantityFormat.count(offer.steps.count, "step"))"
  }

  private func digest(of offer: ToolInfo.Offer) -> String {
    let digest = offer.file.digest.map { "\($0), " } ?? ""
    return switch offer.file.digestSource {
    case .source: digest + "stated by \(info.source)"
    case .list(let name): "listed in \(name)"
    case .firstDownload where offer.file.digest != nil: digest + "from the first download"
    case .firstDownload: "not published; the first download will be trusted"
    }
  }
}
