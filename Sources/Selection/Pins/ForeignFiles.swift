/// Whether to read the pin files of other users in folders that everybody can write to.
///
/// In such a folder, as `/tmp` is one, anybody could choose what everybody else runs. Continuous
/// integration systems, however, often check out projects as one user and build them as another.
package enum ForeignFiles {
  /// Such a file is treated as missing.
  case ignored
  /// Such a file is read like any other.
  case read
}
