package io.amoeba.agentchecks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Nice values of threads, as the Linux kernel has them. Stateless. */
public final class NiceValues {

  /** Of the words of a stat file after the name of the thread. */
  private static final int NICE = 16;

  private static final int MOST = 19;

  private NiceValues() {}

  /**
   * One thread's.
   *
   * @param name the first 15 characters of its name
   */
  public record ThreadNice(String name, int value) {}

  /** A nice value after it was raised. */
  public static int raised(int value, int by) {
    return Math.min(MOST, value + by);
  }

  /** That of the thread that has started a process. */
  public static int ofProcess(long pid) throws IOException {
    return parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat"))).value();
  }

  /** That of the calling thread. */
  public static int ofThisThread() throws IOException {
    return parse(Files.readString(Path.of("/proc/thread-self/stat"))).value();
  }

  /** Those of all threads of a process. */
  public static List<ThreadNice> ofThreads(long pid) throws IOException {
    List<ThreadNice> values = new ArrayList<>();
    Path tasks = Path.of("/proc", Long.toString(pid), "task");
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        try {
          values.add(parse(Files.readString(thread.resolve("stat"))));
        } catch (IOException e) {
          // A thread that has ended meanwhile.
          continue;
        }
      }
    }
    return values;
  }

  private static ThreadNice parse(String stat) {
    int end = stat.lastIndexOf(')');
    return new ThreadNice(
        stat.substring(stat.indexOf('(') + 1, end),
        Integer.parseInt(stat.substring(end + 2).split(" ")[NICE]));
  }
}
