internal import Archives
internal import Diagnostics
internal import Transport

/// The parts of a wheel that determine its executables: its central directory, its entry
/// points, and the first bytes of small files.
struct WheelContents: Sendable {
  let layout: WheelLayout
  /// The first ``WheelLayout/headSize`` bytes of the inspected members, by path.
  let heads: [String: [UInt8]]

  /// The maximum size of an `entry_points.txt` in bytes.
  private static let maximumEntryPointsSize = 1 << 20

  /// The maximum number of members to inspect, each with a request. A lock cannot contain more
  /// executables of one tool.
  private static let maximumInspectedCount = 1000

  /// Reads the central directory of a wheel, its entry points, and the members to inspect.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if a request fails or the wheel is not a valid
  ///   zip file.
  init(
    _ bytes: ArtifactBytes, at address: WebAddress, _ subject: ProblemSubject
  ) async throws(SourceError) {
    let entries = try await bytes.zipEntries(at: address, subject)
    let files = entries.filter { $0.kind == .file }
    let entryPoints = files.filter { EntryPoint.isList($0.path.text) }
      .min { $0.path < $1.path }
    var entryPointsText: [UInt8]?
    if let entryPoints {
      entryPointsText = try await bytes.contents(
        of: entryPoints, limit: Self.maximumEntryPointsSize, at: address, subject)
    }
    layout = WheelLayout(
      members: files.map { entry in
        ArchiveFile(
          path: entry.path.text, isExecutable: entry.isExecutable, size: entry.size,
          checksum: entry.checksum)
      }, entryPoints: entryPointsText)

    let wanted = Set(layout.membersToInspect)
    if wanted.count > Self.maximumInspectedCount {
      throw subject.error(
        ArchiveError.limit(.members(limit: Self.maximumInspectedCount)), at: address)
    }
    var heads: [String: [UInt8]] = [:]
    for entry in files where wanted.contains(entry.path.text) {
      let contents = try await bytes.contents(
        of: entry, limit: WheelLayout.maximumScriptSize, at: address, subject)
      heads[entry.path.text] = Array(contents.prefix(WheelLayout.headSize))
    }
    self.heads = heads
  }
}
