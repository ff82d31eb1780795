package io.amoeba.coordinator.tls;

import io.amoeba.coordinator.config.Secret;
import io.amoeba.coordinator.config.StoreFile;
import io.amoeba.embedded.tls.KeyTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes stores with keys for tests. */
public final class KeyStores {

  /** Of all stores. */
  public static final String PASSWORD = "changeit";

  private final Path folder;
  private final Path password;

  /** Writes into the folder. */
  public KeyStores(Path folder) throws IOException {
    this.folder = folder;
    this.password = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
  }

  /** A key for 127.0.0.1 with a certificate of its own. */
  public StoreFile generate(String name, String... more) throws IOException, InterruptedException {
    Path store = KeyTool.generate(folder, PASSWORD, name + ".p12", name, more);
    return new StoreFile(store, new Secret.InFile(password));
  }

  /** The store's certificate as PEM. */
  public Path exported(StoreFile keys) throws IOException, InterruptedException {
    Path store = keys.file();
    Path file = folder.resolve(store.getFileName() + ".pem");
    KeyTool.run(
        folder,
        PASSWORD,
        "-exportcert",
        "-rfc",
        "-alias",
        KeyTool.ALIAS,
        "-keystore",
        store + "",
        "-file",
        file + "");
    return file;
  }
}
