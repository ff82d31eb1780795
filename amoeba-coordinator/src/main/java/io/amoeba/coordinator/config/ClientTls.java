package io.amoeba.coordinator.config;

import io.amoeba.coordinator.yaml.YamlSection;
import java.util.Optional;

/**
 * How the coordinator speaks TLS with a server: whose certificates it accepts (none: those that the
 * JDK trusts), and its own key (none: it shows no certificate). Immutable.
 */
public record ClientTls(Optional<StoreFile> trusted, Optional<StoreFile> keys) {

  /** Trusts whom the JDK trusts, and shows nothing. */
  public static final ClientTls PLAIN = new ClientTls(Optional.empty(), Optional.empty());

  /** The caller refuses unknown keys. */
  static ClientTls read(YamlSection section) {
    return new ClientTls(
        StoreFile.readOptional(section, "truststore", "truststorePassword"),
        StoreFile.readOptional(section, "keystore", "password"));
  }
}
