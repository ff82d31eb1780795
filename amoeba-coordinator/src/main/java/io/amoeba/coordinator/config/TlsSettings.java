package io.amoeba.coordinator.config;

import java.util.Optional;

/**
 * How the server speaks TLS: its own key, and whose certificates it accepts; without these it asks
 * for none. Immutable.
 */
public record TlsSettings(StoreFile keys, Optional<StoreFile> clients) {}
