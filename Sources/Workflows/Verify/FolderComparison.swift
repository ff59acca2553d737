internal import Diagnostics
internal import Filesystem
internal import Layout

/// A comparison of an installation's folder with the receipt of an intact installation, except for
/// the bytes of files.
struct FolderComparison {
  /// The differences found, in no particular order.
  private(set) var damages: [FileDamage] = []
  /// The files that exist with the expected size. Their bytes are not compared here.
  private(set) var sameSize: [Receipt.File] = []

  /// Compares the contents of an installation's folder with what `receipt` lists.
  init(of contents: FolderContents, with receipt: Receipt) {
    var rest = contents.entries
    // The receipt does not list itself.
    rest[FilePath(Receipt.fileName)] = nil
    for file in receipt.files {
      guard let entry = rest.removeValue(forKey: FilePath(file.path)) else {
        addMissing(file.path, contents)
        continue
      }
      guard case .file(let status) = entry else {
        add(file.path, .kind)
        continue
      }
      if !Self.isAcceptable(status.permissions, for: file.mode) {
        add(file.path, .mode(expected: file.mode, actual: status.permissions))
      }
      if status.size == file.size {
        sameSize.append(file)
      } else {
        add(file.path, .size(expected: file.size, actual: status.size))
      }
    }
    for link in receipt.links {
      guard let entry = rest.removeValue(forKey: FilePath(link.path)) else {
        addMissing(link.path, contents)
        continue
      }
      guard case .link(let target) = entry else {
        add(link.path, .kind)
        continue
      }
      if target != FilePath(link.target) {
        add(link.path, .link(expected: link.target, actual: target.string))
      }
    }
    for path in rest.keys { add(path.string, .added) }
    for (path, error) in contents.unreadable {
      add(path.string, .unreadable(reason: error.reason))
    }
  }

  private mutating func add(_ path: String, _ fault: FileDamage.Fault) {
    damages.append(FileDamage(path: path, fault: fault))
  }

  /// Adds a missing file or link, unless it is below a folder that cannot be read. In that case it
  /// may exist after all, so only the folder is reported, as unreadable.
  private mutating func addMissing(_ path: String, _ contents: FolderContents) {
    if !contents.unreadable.isEmpty,
      contents.unreadable["."] != nil
        || FilePath(path).selfAndAncestors.contains(where: { contents.unreadable[$0] != nil })
    {
      return
    }
    add(path, .missing)
  }

  /// Whether a file with the permissions `found` is as usable as one with `wanted`, and no
  /// more dangerous.
  ///
  /// The owner's bits must all be present. Missing bits of group and others are not damage, because
  /// the umask of the process that unpacked the file may have removed them. An additional write bit
  /// for group or others, set-ID bit, or sticky bit is damage.
  private static func isAcceptable(_ found: UInt16, for wanted: UInt16) -> Bool {
    let (ownersBits, dangerousBits): (UInt16, UInt16) = (0o700, 0o7022)
    return wanted & ownersBits & ~found == 0 && found & ~wanted & dangerousBits == 0
  }
}
