package io.amoeba.embedded.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A small JVM that outlives its parent for a moment. It reads the parent's children from its
 * standard input and kills them at the end of that input, which comes however the parent died. Then
 * it deletes the parent's folders. It needs nothing but the JDK.
 */
final class GuardianMain {
  static final String CHILD = "child ";
  static final String FOLDER = "folder ";

  /** The parent has ended its children itself. */
  static final String RELEASE = "release";

  private static final long EXIT_WAIT_SECONDS = 10;

  // A ProcessHandle remembers the start time of its process, so a reused pid is never hit.
  private final List<ProcessHandle> children = new ArrayList<>();
  private final List<Path> folders = new ArrayList<>();

  private GuardianMain() {}

  public static void main(String[] args) throws Exception {
    GuardianMain guardian = new GuardianMain();
    if (!guardian.isReleased(System.in)) {
      guardian.endAll();
    }
  }

  /** Reads orders until the parent releases the guardian, or ends without doing so. */
  private boolean isReleased(InputStream orders) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(orders, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals(RELEASE)) {
          return true;
        }
        learn(line);
      }
    }
    return false;
  }

  private void learn(String line) {
    children.removeIf(child -> !child.isAlive());
    if (line.startsWith(CHILD)) {
      ProcessHandle.of(Long.parseLong(line.substring(CHILD.length()))).ifPresent(children::add);
    } else if (line.startsWith(FOLDER)) {
      folders.add(Path.of(line.substring(FOLDER.length())));
    }
  }

  private void endAll() throws IOException, InterruptedException, ExecutionException {
    children.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle child : children) {
      try {
        child.onExit().get(EXIT_WAIT_SECONDS, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        System.err.println("Process " + child.pid() + " did not end; end it by hand");
      }
    }
    for (Path folder : folders) {
      RunFolder.delete(folder);
    }
  }
}
