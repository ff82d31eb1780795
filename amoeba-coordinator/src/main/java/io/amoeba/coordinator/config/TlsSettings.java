package io.amoeba.coordinator.config;

import java.nio.file.Path;

/** A PKCS #12 or JKS key store and the file that holds its password. Immutable. */
public record TlsSettings(Path keystore, Path passwordFile) {}
