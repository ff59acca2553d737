// Measures the processor time to verify the attestations of a large lock: 20 tools for 4 platforms.
// Prints the time, and exits with status 1 if it exceeds the budget. The bundles are real ones from
// the conformance data, because most of the time depends on the keys of their authority.
//
//     bench-attestations

import Attestations
import Corpora
import Cryptography

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The number of verifications.
let count = 80
/// The largest acceptable time in milliseconds.
let budget = 150.0

let folder = "sigstore/bundle-verify"
let names = ["happy-path-v0.3-new-mediaType", "happy-path-intoto-in-dsse-v3"]
let texts = try names.map {
  Array(try Corpora.contents(of: "\(folder)/\($0)", "bundle.sigstore.json"))
}
let artifact = AttestedArtifact(
  digest: SHA256.digest(of: Array(try Corpora.contents(of: folder, "a.txt"))))

/// Returns the processor time of this process in milliseconds.
func processorTime() -> Double {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}

/// Reads and verifies every bundle. Reads the root as well, as a process does once.
func verifyAll() throws -> Double {
  let start = processorTime()
  let verifier = AttestationVerifier(roots: TrustedRoot.publicInstance.map { [$0] } ?? [])
  for index in 0..<count {
    let bundle = try SigstoreBundle(parsing: texts[index % texts.count])
    _ = try verifier.verify(bundle, of: artifact, by: .anyone)
  }
  return processorTime() - start
}

let first = try verifyAll()
let best = try (1...5).map { _ in try verifyAll() }.min() ?? first
print("\(count) verifications: \(Int(first)) ms at first, \(Int(best)) ms at best")
exit(first > budget ? 1 : 0)
