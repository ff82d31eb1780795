package io.amoeba.coordinator.config;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/** A PKCS #12 or JKS store of keys or certificates, and its password. */
public record StoreFile(Path file, Secret secret) {

  /** The password as it is now. */
  public char[] password() throws IOException {
    return secret.current().toCharArray();
  }

  /** The store as it is now. */
  public KeyStore load() throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(file.toFile(), password());
  }
}
