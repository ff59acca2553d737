internal import CPosix

/// Standard input, standard output, and standard error of this process.
package enum StandardStreams {
  /// Makes the streams safe to use. Call this first in a program.
  ///
  /// - A closed stream is opened on `/dev/null`. Otherwise, the next file or pipe that the program
  ///   opens would get the stream's number and receive its output. Reading from or writing to such
  ///   a stream still fails, so a result that nobody receives is an error.
  /// - Writing to a pipe without a reader fails with EPIPE instead of ending the process. A reader
  ///   that leaves early must not keep an install from completing.
  ///
  /// A program that replaces this one or that it starts gets the streams and the signal as this
  /// process got them.
  package static func prepare() { bootstrap_prepare_streams() }
}
