package io.amoeba.coordinator.config;

import java.nio.file.Path;
import java.util.Optional;

/** Where the coordinator listens (port 0: any free one) and how it is protected. Immutable. */
public record HttpSettings(
    String host, int port, Optional<Path> tokenFile, Optional<TlsSettings> tls) {}
