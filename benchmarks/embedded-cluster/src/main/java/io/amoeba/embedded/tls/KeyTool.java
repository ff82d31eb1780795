package io.amoeba.embedded.tls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The JDK's keytool. Stateless, safe for concurrent use. */
public final class KeyTool {
  private KeyTool() {}

  /**
   * Runs it on PKCS #12 stores.
   *
   * @param folder where relative paths among the words are
   * @param password of the stores
   * @throws IOException if it cannot be started
   * @throws IllegalStateException if it fails, with what it printed
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
