package import Diagnostics
package import Filesystem
internal import Layout
package import Manifests
internal import Projects
internal import SourceKinds

extension Selector {
  /// Returns what the nearest files of other version managers ask for that neither the lock nor
  /// `.tool-version` in their folder names.
  ///
  /// - Parameter isOwn: Whether to look only in the directory itself, and not above it.
  /// - Returns: The folder of the files and the requests, or `nil` if there are none.
  package func guestRequests(
    isOwn: Bool = false
  ) throws(Problem) -> (folder: FilePath, requests: [GuestRequest])? {
    let registries = Registries.trusted(in: root)
    let guests = guestReader()
    for link in try pinChain().directories.prefix(isOwn ? 1 : .max) {
      let own = Set(
        link.pins.filter { $0.place != .idiomaticFile }.map(\.tool) + link.unlocked.map(\.tool))
      let requests = guests.requests(in: link.folder).filter { !own.contains($0.tool) }.map {
        GuestRequest(
          tool: $0.tool.text, version: $0.version, origin: $0.origin,
          isDefined: registries.entry(of: $0.tool) != nil, alternatives: $0.alternatives)
      }
      if !requests.isEmpty { return (link.folder, requests) }
    }
    return nil
  }

  /// Returns the lines of other version managers' files in the directory itself that leave a tool
  /// to the system, unless the lock or `.tool-version` names the tool.
  package func guestSystemLines() throws(Problem) -> [(tool: String, origin: Origin)] {
    guard let link = try pinChain().directories.first else { return [] }
    let own = Set(
      link.pins.filter { $0.place != .idiomaticFile }.map(\.tool) + link.unlocked.map(\.tool))
    return guestReader().systemLines(in: link.folder).filter { !own.contains($0.tool) }
      .map { ($0.tool.text, $0.origin) }
  }

  /// Returns the lines of other version managers' files in the directory itself about tools that a
  /// Toolfile, a lock, or `.tool-version` there names, each with the origin of the pin that counts
  /// instead, or `nil` if the tool is not locked.
  package func overruledGuestLines() throws(Problem) -> [(
    tool: ToolName, origin: Origin, pin: Origin?
  )] {
    guard let link = try pinChain().directories.first else { return [] }
    return guestReader().lines(in: link.folder).compactMap { tool, _, origin in
      if let pin = link.pins.first(where: { $0.tool == tool && $0.place != .idiomaticFile }) {
        return (tool, origin, pin.origin)
      }
      return link.unlocked.contains { $0.tool == tool } ? (tool, origin, nil) : nil
    }
  }

  private func guestReader() -> GuestReader {
    GuestReader(
      root: root, environment.isContinuousIntegration ? .read : .ignored, formatPath: formatPath)
  }

  /// Returns the installed version that answers a request of another version manager's file, or
  /// `nil` if none does.
  package func answer(to request: GuestRequest) -> VersionText? {
    ToolName(request.tool).flatMap { root.version(answering: request.version, of: $0) }
  }

  /// Returns the lines of other version managers' files that state only aliases, such as `lts/*`.
  /// Nothing can be installed for them.
  package func aliases() -> [PassedOverPin] {
    let links = (try? pinChain())?.directories ?? []
    return links.flatMap(\.passedOver).filter(\.isAlias)
  }

  /// Returns the problem that no file requires a tool here.
  package func noManifest() -> Problem {
    let guests = ((try? guestRequests()) ?? nil)?.requests ?? []
    let aliases = guests.isEmpty ? aliases() : []
    return .project(
      .noManifest(directory: directory.string, guests: guests, passedOver: aliases))
  }
}
