import Diagnostics
import Filesystem

@testable import Archives

/// Unpacks a plain tar archive, without writing its files. No input crashes the reader, for example
/// by a number that overflows, and every link stays inside.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let archive = FilePath("/tmp/bootstrap-fuzz-tar")
  // Syncing the file to the disk would take most of the time.
  guard (try? archive.replaceContents(with: bytes, isDurable: false)) != nil else { return 0 }
  let run = ExtractionRun(
    root: nil, limits: ArchiveLimits(), progress: { _ in }, place: { MemberPlacement($0) })
  let extraction = TarExtraction(archive: archive, format: .tar, foldsCase: true, run: run)
  guard let files = try? extraction.unpack() else { return 0 }
  let tree = MemberTree(files, foldsCase: true)
  for file in files {
    precondition((try? MemberPath(file.path.text)) != nil)
    precondition(file.size <= count)
    guard case .inside = tree.destination(of: file.path.text) else {
      preconditionFailure("a link leads out")
    }
  }
  return 0
}
