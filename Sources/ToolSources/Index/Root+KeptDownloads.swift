package import Filesystem
package import Layout
package import Manifests
internal import Transport

extension Root {
  /// Returns the size of the kept download with this digest, or `nil` if there is none. Reads all
  /// of it, because after a power failure a file may be damaged, and removes a damaged one. Also
  /// removes a folder in its place: nobody but bootstrap keeps anything under such a name.
  package func checkedDownload(_ digest: SHA256Digest) throws(FileError) -> Int? {
    let path = download(digest)
    guard let status = try path.status() else { return nil }
    if status.kind == .directory {
      try path.removeTree()
      return nil
    }
    // Nothing else can be a download, and reading a pipe or a device fails.
    if status.kind != .file {
      try path.removeFile()
      return nil
    }
    let found = try SHA256.digest(ofFile: path)
    if found.digest == digest { return found.size }
    try path.removeFile()
    return nil
  }
}
