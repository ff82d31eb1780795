package io.amoeba.linearroad.observe;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a coordinator is. Immutable.
 *
 * @param url of its HTTP interface
 * @param tokenFile holds the bearer token that it asks for; none where it asks for none
 */
public record CoordinatorAddress(URI url, Optional<Path> tokenFile) {
  /** Of one that asks for no token. */
  public static CoordinatorAddress of(URI url) {
    return new CoordinatorAddress(url, Optional.empty());
  }
}
