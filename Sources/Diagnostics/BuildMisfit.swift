/// The reason that an installation cannot run although it was built from source on some machine.
package enum BuildMisfit: Hashable, Sendable {
  /// It was built for this system, such as `glibc-2.31`, while another one is running.
  case system(String, current: String)
  /// It was built for this path, which does not lead to it.
  case path(String)
}
