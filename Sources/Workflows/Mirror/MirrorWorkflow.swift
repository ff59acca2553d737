package import Diagnostics
package import Filesystem
internal import Installation
package import Inventory
internal import Layout
internal import Manifests
internal import Projects
package import ToolSources
internal import Transport
internal import Vocabulary

/// Copies the files that locks name to a mirror that serves them by their digests.
package struct MirrorWorkflow: Sendable {
  /// What a mirror lacks.
  package struct Shortage: Sendable {
    /// The number of files that installs by the locks need.
    package let fileCount: Int
    /// The files that the mirror lacks.
    package let files: [MirroredFile]
    /// The locks whose manifests the mirror lacks, or does not have in full. Without a manifest, a
    /// registry may delete the files of its lock.
    package let locks: [MirroredLock]
    /// The sizes in bytes of the attestations that the mirror has.
    fileprivate let attestations: [SHA256Digest: Int]

    package var isEmpty: Bool { files.isEmpty && locks.isEmpty }
  }

  /// What was copied to a mirror.
  package struct Copies: Sendable {
    /// The number of files.
    package let fileCount: Int
    /// The size of all files in bytes.
    package let byteCount: Int
    /// The number of attestations that neither the project nor this machine has.
    package let missingAttestationCount: Int
    /// The locks whose manifests were written.
    package let locks: [MirroredLock]
  }

  private let sources: SourceProvider
  private let change: RootChange
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - sources: Fetches what is not kept on this machine, and provides the root and its settings.
  ///   - source: Opens the inventory of the root.
  ///   - observe: Receives progress events.
  package init(
    _ sources: SourceProvider, inventory source: InventorySource = .store,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.sources = sources
    self.observe = observe
    change = RootChange(of: sources.access, source, observe: observe)
  }

  /// Returns what a mirror lacks of the files that locks name.
  ///
  /// - Throws: ``Problem`` if the mirror does not answer.
  package func shortage(
    of target: MirrorTarget, for locks: [MirroredLock]
  ) async throws(Problem) -> Shortage {
    let client = sources.access.client
    var seen: Set<SHA256Digest> = []
    let files = locks.flatMap(\.files).filter { seen.insert($0.digest).inserted }
    let sizes = try await inParallel(files) { file async throws(Problem) in
      try await target.size(of: file, over: client)
    }
    let found = zip(files, sizes)
    let attestations = Dictionary(
      uniqueKeysWithValues: found.compactMap { file, size in
        file.isAttestation ? size.map { (file.digest, $0) } : nil
      })
    let unkept = try await inParallel(locks) { lock async throws(Problem) in
      let manifest = lock.manifest(with: attestations)
      return try await target.lacks(manifest, of: lock, over: client) ? lock : nil
    }.compactMap(\.self)
    return Shortage(
      fileCount: files.count, files: found.filter { $0.1 == nil }.map(\.0), locks: unkept,
      attestations: attestations)
  }

  /// Calls `work` for each input, for as many at once as there may be transfers.
  private func inParallel<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], _ work: @escaping @Sendable (Input) async throws(Problem) -> Output
  ) async throws(Problem) -> [Output] {
    let limit = AsyncSemaphore(sources.access.settings.jobs)
    return try await concurrentResults(inputs) { input async throws(Problem) in
      try await limit.run { () async throws(Problem) in
        if Task.isCancelled { throw .interrupted }
        return try await work(input)
      }
    }
  }

  /// Returns the folders of locks whose attestations a mirror lacks and this machine does not keep.
  package func foldersLackingAttestations(_ shortage: Shortage) -> [FilePath] {
    let unkept = shortage.files.filter { file in
      file.isAttestation && kept(for: file.folder).text(of: file.digest) == nil
    }
    return Set(unkept.map(\.folder)).sorted { $0.string < $1.string }
  }

  private func kept(for folder: FilePath) -> KeptAttestations {
    KeptAttestations(sources.access.root, for: folder)
  }

  /// Copies what a mirror lacks. An interrupted copy continues with the files that are missing.
  ///
  /// - Parameters:
  ///   - shortage: What the mirror lacks.
  ///   - locks: The locks that need it.
  /// - Throws: ``Problem`` if a file cannot be fetched, or the mirror does not accept it.
  package func fill(
    _ target: MirrorTarget, with shortage: Shortage, for locks: [MirroredLock]
  ) async throws(Problem) -> Copies {
    let files = shortage.files.filter { !$0.isAttestation }
    let attestations = shortage.files.filter(\.isAttestation)
    try await MirrorCopy(change, sources, target, observe: observe).copy(files)
    let sizes = try await copyAttestations(attestations, to: target)
    var written: [MirroredLock] = []
    for lock in locks {
      if try await writeManifest(of: lock, to: target, shortage.attestations, sizes) {
        written.append(lock)
      }
    }
    return Copies(
      fileCount: files.count + sizes.count,
      byteCount: files.reduce(0) { $0 + ($1.size ?? 0) } + sizes.values.reduce(0, +),
      missingAttestationCount: attestations.count - sizes.count, locks: written)
  }

  /// Copies the attestations that this machine keeps, and returns their sizes in bytes.
  private func copyAttestations(
    _ attestations: [MirroredFile], to target: MirrorTarget
  ) async throws(Problem) -> [SHA256Digest: Int] {
    let sizes = try await inParallel(attestations) { file async throws(Problem) -> Int? in
      guard let text = kept(for: file.folder).text(of: file.digest) else { return nil }
      try await target.store(file, .bytes(text), over: sources.access.client)
      return text.count
    }
    return Dictionary(
      uniqueKeysWithValues: zip(attestations, sizes).compactMap { file, size in
        size.map { (file.digest, $0) }
      })
  }

  /// Writes the manifest of a lock, unless the registry has it. Returns whether it was written.
  ///
  /// - Parameters:
  ///   - found: The sizes of the attestations that the registry had.
  ///   - added: The sizes of those that were copied.
  private func writeManifest(
    of lock: MirroredLock, to target: MirrorTarget, _ found: [SHA256Digest: Int],
    _ added: [SHA256Digest: Int]
  ) async throws(Problem) -> Bool {
    let client = sources.access.client
    var attestations = found.merging(added) { found, _ in found }
    // Another machine may have copied an attestation that this one lacks. Without a manifest that
    // names it, the registry may delete it.
    for file in lock.files where file.isAttestation && attestations[file.digest] == nil {
      attestations[file.digest] = try await target.size(of: file, over: client)
    }
    let manifest = lock.manifest(with: attestations)
    guard try await target.lacks(manifest, of: lock, over: client) else { return false }
    try await target.write(manifest, of: lock, over: client)
    return true
  }
}
