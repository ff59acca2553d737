package import Filesystem
package import Vocabulary

extension Root {
  /// Returns the newest installation of `tool` that matches a text and that a pin without a lock
  /// can select, or `nil` if there is none. Installations that exist only for locks do not count,
  /// because a project may have chosen where they come from.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - text: A version, the first numbers of one, or `nil` for any version.
  ///   - isExact: Whether the text must be the whole version, not only its beginning.
  ///   - admitsPrereleases: Whether a prerelease counts if `text` does not spell it out, but no
  ///     other version fits.
  package func newestDefault(
    of tool: ToolName, matching text: String?, isExact: Bool = false,
    admittingPrereleases admitsPrereleases: Bool = false
  ) throws(FileError) -> InstalledVersion? {
    var installed: [VersionText: InstalledVersion] = [:]
    var links: [VersionText: InstalledVersion] = [:]
    for link in try defaultVersions(of: tool) {
      guard let one = try defaultInstallation(of: tool, version: link),
        hasInstallation(in: folder(of: one))
      else { continue }
      links[link] = one
      // If a version has several contents, the link with its own spelling decides.
      if link == one.version || installed[one.version] == nil { installed[one.version] = one }
    }
    let versions = Array(installed.keys)
    guard let text else {
      let sorted = VersionText.sorted(versions, by: \.self)
      let stable = sorted.last { !$0.isPrerelease }
      return (stable ?? (admitsPrereleases ? sorted.last : nil)).flatMap { installed[$0] }
    }
    // As in the files of other version managers, `v24.19.0` means `24.19.0`.
    let isMarked = text.hasPrefix("v") && text.dropFirst().first?.isNumber ?? false
    for spelling in isMarked ? [text, String(text.dropFirst())] : [text] {
      if let match = VersionText.newest(of: versions, matching: spelling, isExact: isExact),
        admitsPrereleases || !match.isPrerelease || match.isSpelled(by: spelling)
      {
        return installed[match]
      }
      // A link may spell a version differently from its source, as `0.14` for `0.14.0`.
      if let link = VersionText(spelling).flatMap({ links[$0] }) { return link }
    }
    return nil
  }
}

extension VersionText {
  /// Returns whether `text` is this version, with or without its build.
  fileprivate func isSpelled(by text: String) -> Bool {
    [self.text, withoutBuild?.text].contains(text)
  }
}
