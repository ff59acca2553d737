/// Why an installation that was built from source, or consists of gems, cannot run here.
package enum BuildMisfit: Hashable, Sendable {
  /// It was built for this system, such as `glibc-2.31`, while another one is running.
  case system(String, current: String)
  /// It was built for this path, but is installed somewhere else.
  case path(String)
  /// Its gems need a Ruby with this binary interface, such as `3.1.0`, which is no longer at this
  /// path.
  case ruby(String, program: String)
}
