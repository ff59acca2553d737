import Filesystem
import Transport

/// Returns a client that retries almost immediately, after `change` has adjusted
/// its configuration.
func client(_ change: (inout HTTPSettings) -> Void = { _ in }) -> HTTPClient {
  var settings = HTTPSettings(environment: Environment([:]))
  settings.retries.firstDelay = .milliseconds(1)
  settings.retries.longestDelay = .milliseconds(2)
  change(&settings)
  return HTTPClient(settings)
}

extension HTTPClient {
  /// Returns the error of a fetch, or `nil` if it succeeds.
  func failure(of request: HTTPRequest, limit: Int = 1 << 20) async -> TransportError? {
    do throws(TransportError) {
      _ = try await fetch(request, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the error of a download, or `nil` if it succeeds.
  func failure(
    of request: HTTPRequest, to file: FilePath, expecting expectation: ExpectedFile = ExpectedFile()
  ) async -> TransportError? {
    do throws(TransportError) {
      _ = try await download(request, to: file, expecting: expectation)
      return nil
    } catch {
      return error
    }
  }
}
