/// Why an installation that was built from source cannot run here.
package enum BuildMisfit: Hashable, Sendable {
  /// It was built for this system, such as `glibc-2.31`, while another one is running.
  case system(String, current: String)
  /// It was built for this path, but is installed somewhere else.
  case path(String)
}
