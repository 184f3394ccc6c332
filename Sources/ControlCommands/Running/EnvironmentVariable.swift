// Values of environment variables.

import Glibc

/// Returns the value of an environment variable; nil when it is not set or is empty.
package func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
