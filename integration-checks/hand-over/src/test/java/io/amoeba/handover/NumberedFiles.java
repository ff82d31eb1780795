package io.amoeba.handover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/** Reads the files of a {@link KeptRecordsJob}. */
final class NumberedFiles {

  private NumberedFiles() {}

  /** The numbers of each subtask in the order in which it has processed them. */
  private static List<List<Integer>> bySubtask(Path folder) {
    List<List<Integer>> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        all.add(Files.readAllLines(file).stream().map(Integer::valueOf).toList());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the files in " + folder, e);
    }
    return all;
  }

  static BitSet processed(Path folder) {
    BitSet processed = new BitSet();
    for (List<Integer> numbers : bySubtask(folder)) {
      for (int number : numbers) {
        assertThat(processed.get(number)).as("number %d is processed twice", number).isFalse();
        processed.set(number);
      }
    }
    return processed;
  }

  /** A key's numbers of one lane ascend; the files say it only of keys that keep their subtask. */
  static void assertOrdered(Path folder) {
    for (List<Integer> numbers : bySubtask(folder)) {
      int[] last = new int[HandOverCheckJob.LANES * KeptRecordsJob.KEYS];
      for (int number : numbers) {
        int lane = number / (KeptRecordsJob.NUMBERS / HandOverCheckJob.LANES);
        int key = lane * KeptRecordsJob.KEYS + number % KeptRecordsJob.KEYS;
        assertThat(number)
            .as("number after %d of its lane and key", last[key])
            .isGreaterThanOrEqualTo(last[key]);
        last[key] = number;
      }
    }
  }

  /** As ranges, for example {@code 0-411 413-420}. */
  static String text(BitSet numbers) {
    StringBuilder text = new StringBuilder();
    for (int from = numbers.nextSetBit(0); from >= 0; ) {
      int end = numbers.nextClearBit(from);
      text.append(from).append('-').append(end - 1).append(' ');
      from = numbers.nextSetBit(end);
    }
    return text.toString().trim();
  }

  static BitSet ofText(String text) {
    BitSet numbers = new BitSet();
    for (String range : text.split(" ")) {
      int dash = range.indexOf('-');
      numbers.set(
          Integer.parseInt(range.substring(0, dash)),
          Integer.parseInt(range.substring(dash + 1)) + 1);
    }
    return numbers;
  }
}
