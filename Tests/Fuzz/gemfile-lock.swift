import Gems
import Versions

/// Parses the lock of Bundler. No input crashes the parser, and each version is valid.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let lock = try? GemfileLock(parsing: bytes) else { return 0 }
  for gem in lock.gems {
    precondition((try? Version(parsing: gem.version, scheme: .rubygems)) != nil)
    precondition(lock.graph(of: gem.name).contains(gem))
    precondition(lock.sources.indices.contains(gem.source))
  }
  return 0
}
