import Filesystem
import Transport

/// A client that loses no time.
func client(_ change: (inout HTTPClient.Settings) -> Void = { _ in }) -> HTTPClient {
  var settings = HTTPClient.Settings(environment: Environment([:]))
  settings.retries.firstDelay = .milliseconds(1)
  settings.retries.longestDelay = .milliseconds(2)
  change(&settings)
  return HTTPClient(settings)
}

extension HTTPClient {
  /// The error of a fetch that must fail; nil when it did not.
  func failure(of request: Request, limit: Int = 1 << 20) async -> TransportError? {
    do throws(TransportError) {
      _ = try await fetch(request, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  /// The error of a download that must fail; nil when it did not.
  func failure(
    of request: Request, to file: FilePath, expecting expectation: ExpectedFile = ExpectedFile()
  ) async -> TransportError? {
    do throws(TransportError) {
      _ = try await download(request, to: file, expecting: expectation)
      return nil
    } catch {
      return error
    }
  }
}
