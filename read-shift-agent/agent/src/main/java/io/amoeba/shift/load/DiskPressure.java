package io.amoeba.shift.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pressure stall information of Linux: the share of the last ten seconds in which at least one
 * thread waited for the disk. Of the process's control group where the kernel has that, and else of
 * the machine. Immutable.
 */
final class DiskPressure {

  private static final Pattern SOME =
      Pattern.compile("some avg10=([0-9]{1,3})(?:\\.[0-9]{1,6})? .*", Pattern.DOTALL);

  private final List<Path> files;

  /**
   * From the first file that can be read.
   *
   * @param files in order of preference
   */
  DiskPressure(List<Path> files) {
    this.files = List.copyOf(files);
  }

  static DiskPressure ofThisProcess() {
    List<Path> files = new ArrayList<>();
    Path groups = Path.of("/sys/fs/cgroup");
    try {
      // Version 2 of control groups has one line, 0::/path.
      for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
        if (line.startsWith("0::/")) {
          files.add(groups.resolve(line.substring("0::/".length())).resolve("io.pressure"));
        }
      }
    } catch (IOException e) {
      // No Linux: there is nothing to read in the next files, either.
      return new DiskPressure(List.of());
    }
    files.add(groups.resolve("io.pressure"));
    files.add(Path.of("/proc/pressure/io"));
    return new DiskPressure(files);
  }

  /** 0 … 100; empty: unknown. */
  OptionalInt percent() {
    for (Path file : files) {
      try {
        Matcher some = SOME.matcher(Files.readString(file));
        if (some.matches()) {
          return OptionalInt.of(Math.min(100, Integer.parseInt(some.group(1))));
        }
      } catch (IOException e) {
        // The kernel has no such file: the next one.
        continue;
      }
    }
    return OptionalInt.empty();
  }
}
