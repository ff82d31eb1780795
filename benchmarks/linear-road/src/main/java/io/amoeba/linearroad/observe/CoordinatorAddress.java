package io.amoeba.linearroad.observe;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a coordinator is. Immutable.
 *
 * @param url of its HTTP interface
 * @param tokenFile holds the bearer token; none where it requires none
 */
public record CoordinatorAddress(URI url, Optional<Path> tokenFile) {
  /** Of one that requires no token. */
  public static CoordinatorAddress of(URI url) {
    return new CoordinatorAddress(url, Optional.empty());
  }
}
