import SourceKinds
import Vocabulary

@testable import ToolSources

/// Parses the file name of a wheel. No input crashes the parser. The fields match the name, and the
/// quick check of the end of the name accepts every wheel that contains programs.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  if let name = DistributionName.fileName(ofAddress: bytes[...]) {
    precondition(DistributionName.isFile(name.utf8))
  }
  let text = String(decoding: bytes, as: UTF8.self)
  if let package = PackageName("ruff") {
    _ = DistributionName.version(ofSource: text, package: package)
  }
  guard let name = WheelName(text) else { return 0 }
  let build = name.build.map { "\($0.rest)" }
  precondition(text.utf8.starts(with: "\(name.package)-\(name.version)-".utf8))
  precondition(build.map(text.contains) ?? true)
  if name.holdsPrograms { precondition(WheelName.mayHoldPrograms(text)) }
  for platform in Platform.allCases { _ = name.compatibility(platform) }
  return 0
}
