package io.amoeba.coordinator.config;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;

/** Reads the sections about TLS. Stateless. */
final class TlsSection {

  private static final String KEYS = "keystore";
  private static final String PASSWORD = "password";
  private static final String TRUSTED = "truststore";
  private static final String TRUSTED_PASSWORD = "truststorePassword";

  private TlsSection() {}

  /** Of a server, which needs a key. */
  static Optional<TlsSettings> server(ConfigSection section) {
    Optional<StoreFile> keys = store(section, KEYS, PASSWORD);
    Optional<StoreFile> clients = optionalStore(section, TRUSTED, TRUSTED_PASSWORD);
    section.refuseUnknownKeys();
    return keys.map(known -> new TlsSettings(known, clients));
  }

  /** Of a client; the caller refuses unknown keys. */
  static ClientTls client(ConfigSection section) {
    return new ClientTls(
        optionalStore(section, TRUSTED, TRUSTED_PASSWORD), optionalStore(section, KEYS, PASSWORD));
  }

  private static Optional<StoreFile> optionalStore(
      ConfigSection section, String store, String password) {
    boolean wanted = section.has(store);
    wanted |= section.hasSecret(password);
    return wanted ? store(section, store, password) : Optional.empty();
  }

  private static Optional<StoreFile> store(ConfigSection section, String store, String password) {
    String remedy = "Name a PKCS #12 or JKS store.";
    section.required(store, "a file", remedy);
    if (!section.hasSecret(password)) {
      section.problem(
          password + "File",
          "missing",
          "a file, or an environment variable in " + password + "Env",
          "Name where the store's password is.");
    }
    Optional<Path> file = section.file(store, remedy);
    Optional<Secret> secret = section.secret(password, "Put the password into this file.");
    return file.flatMap(f -> secret.map(s -> new StoreFile(f, s)))
        .filter(files -> isUsable(section, store, files));
  }

  private static boolean isUsable(ConfigSection section, String store, StoreFile files) {
    try {
      files.load();
      return true;
    } catch (IOException | GeneralSecurityException e) {
      section.problem(
          store,
          "'" + files.file() + "'",
          "a PKCS #12 or JKS store that the password in " + files.secret() + " opens",
          "keytool -list -keystore FILE shows whether it does (" + e.getMessage() + ").");
      return false;
    }
  }
}
