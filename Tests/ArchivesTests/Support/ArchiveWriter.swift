import CArchive
import Filesystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes archives with libarchive.
enum ArchiveWriter {
  /// A member to write.
  struct Entry {
    var name: String
    var content: [UInt8] = []
    /// The permission bits.
    var mode: UInt32 = 0o644
    /// The file type of stat(2). By default, a regular file.
    var type: UInt32 = 0o100000
    var linkTarget: String?
    var hardLinkTarget: String?
    /// The offset and length of the data in a sparse file, or `nil` if the file has no holes.
    var sparse: (Int64, Int64)?
  }

  /// The format and compression of an archive.
  enum Format {
    /// `gnu` is a tar that stores names unchanged. The other tars use the pax format, which
    /// stores names in UTF-8.
    case zip, tar, gnu, gzip, xz, zstandard, bzip2
  }

  /// An error of libarchive.
  struct Failure: Error {
    let text: String
  }

  /// Returns `bytes` under the compression of `format`.
  static func compressed(_ bytes: [UInt8], _ format: Format, in scratch: FilePath) throws -> [UInt8]
  {
    let path = scratch.appending("compressed")
    try write([.init(name: "raw", content: bytes)], format, to: path, isRaw: true)
    return try path.contents(limit: 1 << 30)
  }

  /// Writes an archive with these members, in order. With `isRaw`, writes only the content of
  /// the only member.
  static func write(
    _ entries: [Entry], _ format: Format, to path: FilePath, isRaw: Bool = false
  ) throws {
    // libarchive writes non-ASCII names only if the character set of the locale contains them.
    let locale = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    let previous = unsafe uselocale(locale)
    defer {
      unsafe uselocale(previous)
      unsafe freelocale(locale)
    }
    let archive = unsafe archive_write_new()
    defer { unsafe archive_write_free(archive) }
    func check(_ code: Int32) throws {
      if code == ARCHIVE_OK { return }
      let text = unsafe archive_error_string(archive).map { unsafe String(cString: $0) }
      throw Failure(text: text ?? "code \(code)")
    }
    switch format {
    case _ where isRaw: try check(unsafe archive_write_set_format_raw(archive))
    case .zip: try check(unsafe archive_write_set_format_zip(archive))
    case .gnu: try check(unsafe archive_write_set_format_gnutar(archive))
    default: try check(unsafe archive_write_set_format_pax_restricted(archive))
    }
    switch format {
    case .zip, .tar, .gnu: break
    case .gzip: try check(unsafe archive_write_add_filter_gzip(archive))
    case .xz: try check(unsafe archive_write_add_filter_xz(archive))
    case .zstandard: try check(unsafe archive_write_add_filter_zstd(archive))
    case .bzip2: try check(unsafe archive_write_add_filter_bzip2(archive))
    }
    try check(unsafe archive_write_open_filename(archive, path.string))
    for entry in entries {
      let header = unsafe archive_entry_new()
      defer { unsafe archive_entry_free(header) }
      unsafe archive_entry_copy_pathname(header, entry.name)
      unsafe archive_entry_set_filetype(header, entry.type)
      unsafe archive_entry_set_perm(header, mode_t(entry.mode))
      unsafe archive_entry_set_size(header, la_int64_t(entry.content.count))
      if let target = entry.linkTarget { unsafe archive_entry_copy_symlink(header, target) }
      if let target = entry.hardLinkTarget { unsafe archive_entry_copy_hardlink(header, target) }
      if let (offset, length) = entry.sparse {
        unsafe archive_entry_sparse_add_entry(header, offset, length)
      }
      try check(unsafe archive_write_header(archive, header))
      if !entry.content.isEmpty {
        let count = unsafe entry.content.withUnsafeBytes {
          unsafe archive_write_data(archive, $0.baseAddress, $0.count)
        }
        if count < 0 { try check(Int32(count)) }
      }
    }
    try check(unsafe archive_write_close(archive))
  }
}
