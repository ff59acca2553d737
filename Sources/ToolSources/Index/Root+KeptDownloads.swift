internal import Cryptography
package import Filesystem
package import Layout
package import Vocabulary

extension Root {
  /// Returns the size of the kept download with this digest, or `nil` if there is none. Reads all
  /// of it, because a power failure may have damaged it. Removes a damaged file, and anything else
  /// in its place, because only bootstrap uses such names. A user who may not change the root
  /// leaves it there.
  package func checkedDownload(_ digest: SHA256Digest) throws(FileError) -> Int? {
    let path = download(digest)
    guard let status = try path.status() else { return nil }
    // A download is always a file. Reading a pipe or a device fails.
    if status.kind == .file {
      let found = try SHA256.digest(ofFile: path)
      if found.digest == digest { return found.size }
    }
    if isChangeable { try downloads.removeTree(path.lastComponent) }
    return nil
  }
}
