package io.amoeba.coordinator.config;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the server speaks TLS: its own key, and whose certificates it accepts; without these it asks
 * for none. Immutable.
 */
public record TlsSettings(StoreFile keys, Optional<StoreFile> clients) {

  /** The files that hold passwords. */
  public Stream<Path> passwordFiles() {
    return Stream.concat(Stream.of(keys), clients.stream())
        .flatMap(store -> store.secret().file().stream());
  }
}
