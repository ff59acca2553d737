internal import LibC

/// The ids of threads, used to detect a thread that would wait for itself.
enum ThreadID {
  /// The id of the calling thread (`pthread_self`).
  static var current: UInt {
    #if canImport(Darwin)
      unsafe UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
