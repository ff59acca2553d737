import Gems
import Versions

/// Parses the metadata of a gem. No input crashes the parser. No path leads out of the gem.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let gem = try? GemMetadata(parsing: bytes) else { return 0 }
  precondition((try? Version(parsing: gem.version, scheme: .rubygems)) != nil)
  for path in gem.extensions + gem.requirePaths + [gem.bindir] {
    precondition(!path.hasPrefix("/") && !path.split(separator: "/").contains(".."))
  }
  precondition(gem.executables.allSatisfy { !$0.utf8.contains(UInt8(ascii: "/")) })
  return 0
}
