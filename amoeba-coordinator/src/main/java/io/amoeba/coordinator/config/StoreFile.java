package io.amoeba.coordinator.config;

import io.amoeba.coordinator.yaml.YamlSection;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;

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

  /** A store by the key of its file, and the key of its password; empty without either. */
  static Optional<StoreFile> readOptional(YamlSection section, String store, String password) {
    boolean wanted = section.has(store);
    wanted |= Secret.isIn(section, password);
    return wanted ? read(section, store, password) : Optional.empty();
  }

  /** A store that must be there; empty with a problem. */
  static Optional<StoreFile> read(YamlSection section, String store, String password) {
    String remedy = "Name a PKCS #12 or JKS store.";
    section.required(store, "a file", remedy);
    if (!Secret.isIn(section, password)) {
      section.problem(
          password + Secret.FILE,
          "missing",
          "a file, or an environment variable in " + password + Secret.VARIABLE,
          "Name where the store's password is.");
    }
    Optional<Path> file = section.file(store, remedy);
    Optional<Secret> secret = Secret.read(section, password, "Put the password into this file.");
    return file.flatMap(f -> secret.map(s -> new StoreFile(f, s)))
        .filter(files -> files.isUsable(section, store));
  }

  private boolean isUsable(YamlSection section, String store) {
    try {
      load();
      return true;
    } catch (IOException | GeneralSecurityException e) {
      section.problem(
          store,
          "'" + file + "'",
          "a PKCS #12 or JKS store that the password in " + secret + " opens",
          "keytool -list -keystore FILE shows whether it does (" + e.getMessage() + ").");
      return false;
    }
  }
}
