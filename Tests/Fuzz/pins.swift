import ReaderAgreement

/// The readers of the shim agree with the full parsers on pin files and locks.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  var agreement = Agreement()
  agreement.compareToolVersion(bytes)
  agreement.compareLock(bytes)
  precondition(agreement.differences == [])
  return 0
}
