package io.amoeba.coordinator.config;

import java.nio.file.Path;

/** A PKCS #12 or JKS store of keys or certificates, and the file that holds its password. */
public record StoreFile(Path file, Path passwordFile) {}
