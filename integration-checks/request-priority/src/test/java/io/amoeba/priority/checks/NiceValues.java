package io.amoeba.priority.checks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Nice values of threads, as the kernel has them. Stateless. */
final class NiceValues {

  /** Of the words of a stat file after the name of the thread. */
  private static final int NICE = 16;

  private NiceValues() {}

  /** Of each thread of a process, by the number of the thread. */
  static Map<Long, Integer> ofThreads(long pid) throws IOException {
    Map<Long, Integer> values = new HashMap<>();
    Path tasks = Path.of("/proc", Long.toString(pid), "task");
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        try {
          String stat = Files.readString(thread.resolve("stat"));
          values.put(
              Long.valueOf(thread.getFileName().toString()),
              Integer.valueOf(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[NICE]));
        } catch (IOException e) {
          // A thread that has ended meanwhile.
          continue;
        }
      }
    }
    return values;
  }
}
