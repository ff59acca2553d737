internal import Diagnostics

// The faults that are specific to a Python package index.
extension SourceFault {
  /// The fault of a machine without any configured index and without pip.
  static let noIndex = SourceFault(
    "no-index", "no Python package index is configured",
    [
      .detail(label: "looked in", ["BOOTSTRAP_PYPI_INDEX", "config", "uv's and pip's settings"]),
      .detail(label: "try", ["export BOOTSTRAP_PYPI_INDEX=<URL of a simple index>"]),
    ])
}
