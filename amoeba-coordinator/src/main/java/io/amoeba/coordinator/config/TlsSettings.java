package io.amoeba.coordinator.config;

import io.amoeba.coordinator.yaml.YamlSection;
import java.util.Optional;

/**
 * How the server speaks TLS: its own key, and whose certificates it accepts; without these it asks
 * for none. Immutable.
 */
public record TlsSettings(StoreFile keys, Optional<StoreFile> clients) {

  static Optional<TlsSettings> read(YamlSection section) {
    Optional<StoreFile> keys = StoreFile.read(section, "keystore", "password");
    Optional<StoreFile> clients =
        StoreFile.readOptional(section, "truststore", "truststorePassword");
    section.refuseUnknownKeys();
    return keys.map(known -> new TlsSettings(known, clients));
  }
}
