package import Filesystem
package import Layout
package import Manifests
internal import Transport

extension Root {
  /// Returns the size of the kept download with this digest, or `nil` if there is none. Reads all
  /// of it, because after a power failure a file may be damaged, and removes a damaged one.
  package func checkedDownload(_ digest: SHA256Digest) throws(FileError) -> Int? {
    let path = download(digest)
    guard try path.status() != nil else { return nil }
    let found = try SHA256.digest(ofFile: path)
    if found.digest == digest { return found.size }
    try path.removeFile()
    return nil
  }
}
