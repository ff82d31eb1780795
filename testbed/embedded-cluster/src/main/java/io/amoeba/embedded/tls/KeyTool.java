package io.amoeba.embedded.tls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The JDK's keytool. Stateless, safe for concurrent use. */
public final class KeyTool {
  /** Of the key that {@link #generate} makes. */
  public static final String ALIAS = "a";

  private KeyTool() {}

  /**
   * Adds a key for 127.0.0.1, with a self-signed certificate of this name, to a store, which need
   * not exist. For errors see {@link #run}.
   *
   * @param store name of its file in the folder
   * @param more options, such as dates
   */
  public static Path generate(
      Path folder, String password, String store, String name, String... more)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("-genkeypair", "-alias", ALIAS, "-keyalg", "EC"));
    words.addAll(List.of("-dname", "CN=" + name, "-ext", "san=ip:127.0.0.1", "-keystore", store));
    words.addAll(List.of(more));
    run(folder, password, words.toArray(String[]::new));
    return folder.resolve(store);
  }

  /**
   * Runs it on PKCS #12 stores.
   *
   * @param folder of relative paths among the words
   * @param password of the stores
   * @throws IOException if it cannot be started
   * @throws IllegalStateException if it fails, with its output
   */
  public static void run(Path folder, String password, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(words));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", password));
    Process tool =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String output = new String(tool.getInputStream().readAllBytes(), UTF_8);
    if (tool.waitFor() != 0) {
      throw new IllegalStateException(command + " failed: " + output);
    }
  }
}
