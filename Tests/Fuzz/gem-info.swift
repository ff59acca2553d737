import Gems
import Versions
import Vocabulary

/// Parses a page of the index of gems. No input crashes the parser. Each version is valid, each
/// name is safe as the name of a file, and no file is listed twice.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let info = try? GemInfo(parsing: bytes), let name = GemName("a") else { return 0 }
  for gem in info.gems {
    precondition((try? Version(parsing: gem.version, scheme: .rubygems)) != nil)
    precondition(!gem.fileName(of: name).utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 })
    for platform in Platform.allCases where gem.platform.matches(platform) {
      _ = gem.platform.specificity(for: platform)
    }
    for dependency in gem.dependencies {
      precondition((try? dependency.requirement.versions(in: .rubygems)) != nil)
    }
  }
  precondition(Set(info.gems.map(\.versionAndPlatform)).count == info.gems.count)
  return 0
}
