import ReaderAgreement

/// Reads the input as a `.tool-version` file and as a lock. The reader that the shim and the main
/// program share agrees with the full parsers.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  var agreement = Agreement()
  agreement.compareToolVersion(bytes)
  agreement.compareLock(bytes)
  precondition(agreement.differences == [])
  return 0
}
