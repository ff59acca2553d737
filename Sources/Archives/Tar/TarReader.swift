internal import CArchive
internal import Diagnostics
internal import Filesystem

/// Reads a tar archive with libarchive (archive_read(3)).
///
/// Every return code except `ARCHIVE_OK` and `ARCHIVE_EOF` is treated as an error. Even a warning
/// means that libarchive did not read a member as it is stored.
@safe struct TarReader: ~Copyable {
  private let archive: OpaquePointer
  private let path: FilePath
  /// The number of members read so far.
  private(set) var memberCount = 0

  /// The number of bytes that libarchive reads from the file at a time.
  private static let blockSize = 256 * 1024

  /// Opens the tar archive at `path`.
  ///
  /// - Throws: ``ArchiveError/libarchive(code:detail:members:)`` if the file cannot be opened, or
  ///   is not an archive of this format. ``ArchiveError/file(_:)`` if the system failed.
  init(_ path: FilePath, _ format: ArchiveFormat) throws(ArchiveError) {
    guard let archive = unsafe archive_read_new() else { fatalError("out of memory") }
    unsafe self.archive = archive
    self.path = path
    try check(unsafe archive_read_support_format_tar(archive))
    // On macOS, libarchive merges a member `._x` into `x`. Disable that, because an archive must
    // unpack to the same files everywhere.
    try check(unsafe archive_read_set_format_option(archive, "tar", "mac-ext", nil))
    try check(enableFilter(format))
    try check(
      unsafe path.withCString {
        unsafe archive_read_open_filename(archive, $0, Self.blockSize)
      })
  }

  deinit { unsafe archive_read_free(archive) }

  /// Enables the decompression filter of the format, and no other. Returns libarchive's code.
  private func enableFilter(_ format: ArchiveFormat) -> Int32 {
    switch format {
    case .tarGzip: unsafe archive_read_support_filter_gzip(archive)
    case .tarXZ: unsafe archive_read_support_filter_xz(archive)
    case .tarZstandard: unsafe archive_read_support_filter_zstd(archive)
    case .tarBzip2: unsafe archive_read_support_filter_bzip2(archive)
    case .tar, .wheel, .zip, .raw: ARCHIVE_OK
    }
  }

  /// Returns the header of the next member, or `nil` after the last. Skips unread content of the
  /// previous member.
  ///
  /// - Throws: ``ArchiveError`` if libarchive fails, or the name of the member is not UTF-8.
  mutating func next() throws(ArchiveError) -> TarEntry? {
    var header: OpaquePointer?
    let code = unsafe archive_read_next_header(archive, &header)
    if code == ARCHIVE_EOF { return nil }
    try check(code)
    guard let header = unsafe header else { throw failure() }
    memberCount += 1
    guard let name = unsafe archive_entry_pathname_utf8(header) else {
      let bytes = unsafe archive_entry_pathname(header).map { unsafe String(cString: $0) }
      throw .member(name: bytes ?? "", .path(.notUTF8))
    }
    let type: TarEntry.FileType =
      switch unsafe UInt32(archive_entry_filetype(header)) {
      // The file types of archive_entry_filetype(3), which are those of stat(2).
      case 0o100000: .file
      case 0o040000: .directory
      case 0o120000: .link
      default: .other
      }
    return unsafe TarEntry(
      name: String(cString: name), type: type, size: Int(archive_entry_size(header)),
      mode: UInt32(archive_entry_perm(header)),
      isEncrypted: archive_entry_is_encrypted(header) != 0,
      isSparse: archive_entry_sparse_count(header) > 0,
      linkTarget: archive_entry_symlink_utf8(header).map { unsafe String(cString: $0) } ?? "",
      hardLinkTarget: archive_entry_hardlink_utf8(header).map { unsafe String(cString: $0) })
  }

  /// Passes the content of a member to `take` in pieces.
  ///
  /// - Parameters:
  ///   - entry: The header that ``next()`` returned last.
  ///   - take: Receives each piece, which is valid only during the call.
  /// - Throws: ``ArchiveError`` if libarchive or `take` fails, the member has holes, or its size
  ///   differs from the announced one.
  mutating func readContent(
    of entry: TarEntry, take: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    var size = 0
    while true {
      var bytes: UnsafeRawPointer?
      var count = 0
      var offset: la_int64_t = 0
      let code = unsafe archive_read_data_block(archive, &bytes, &count, &offset)
      if code == ARCHIVE_EOF { break }
      try check(code)
      // A piece that does not follow the previous one leaves a hole, even if the header
      // declares none.
      if Int(offset) != size { throw .member(name: entry.name, .sparse) }
      try unsafe take(UnsafeRawBufferPointer(start: bytes, count: count))
      size += count
    }
    if size != entry.size {
      throw .member(name: entry.name, .size(expected: entry.size, actual: size))
    }
  }

  /// Throws the last error of libarchive unless `code` is `ARCHIVE_OK`.
  private func check(_ code: Int32) throws(ArchiveError) {
    if code != ARCHIVE_OK { throw failure() }
  }

  /// The last error of libarchive.
  private func failure() -> ArchiveError {
    // For a failed system call, libarchive keeps its errno. Its own codes are other numbers.
    let error = FileError(.read, path, code: unsafe archive_errno(archive))
    if error.isSystemFailure { return .file(error) }
    let text = unsafe archive_error_string(archive).map { unsafe String(cString: $0) }
    return .libarchive(
      code: unsafe archive_errno(archive), detail: text ?? "", members: memberCount)
  }
}
