package import Diagnostics
internal import Filesystem
package import Layout
package import Manifests

extension Root {
  /// The installations that a person means by a tool and a version, or by a tool alone.
  ///
  /// - Throws: `nothingInstalled`.
  package func installed(
    _ tool: ToolName, _ version: VersionText?
  ) throws(Problem) -> [InstalledVersion] {
    let all = try onDisk { () throws(FileError) in try installedVersions(of: tool) }
    let found = all.filter { version == nil || $0.version == version }
    if found.isEmpty {
      throw .project(
        .nothingInstalled(
          tool: tool.text, version: version?.text,
          installed: Set(all.map(\.version.text)).sorted(), nearest: []))
    }
    return found
  }
}
