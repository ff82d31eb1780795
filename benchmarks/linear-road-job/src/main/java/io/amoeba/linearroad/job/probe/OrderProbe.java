package io.amoeba.linearroad.job.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Checks the access logs of a run. Two accesses to one key that came through one router are
 * reordered if they happened in different subtasks and the later began before the earlier had
 * ended, or if one subtask made them in the wrong order (within a subtask they share a connection,
 * which keeps their order). Lost: a sequence number missing before a later one of the same router
 * instance and hash slot. Duplicated: one that an attempt of the job processed twice. Stateless.
 */
public final class OrderProbe {
  private OrderProbe() {}

  /** The findings. Immutable. */
  public record Result(long accesses, long keyReorderings, long lost, long duplicated) {
    /** Whether every key saw its records once and in order. */
    public boolean isClean() {
      return keyReorderings == 0 && lost == 0 && duplicated == 0;
    }
  }

  /** One router instance's records for one hash slot of one operator. */
  private record RouterStream(String operator, long router, int hashSlot) {}

  /** An access with the attempt and the log (one per subtask) that it comes from. */
  private record Logged(Access access, int attempt, int log, int position) {}

  /** Checks all logs of a folder. */
  public static Result check(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> logs =
          files.filter(f -> f.toString().endsWith(AccessLog.SUFFIX)).sorted().toList();
      Map<RouterStream, List<Logged>> streams = new HashMap<>();
      for (int log = 0; log < logs.size(); log++) {
        read(logs.get(log), log, streams);
      }
      return check(streams);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the access logs in " + folder, e);
    }
  }

  private static void read(Path file, int log, Map<RouterStream, List<Logged>> streams)
      throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer bytes = channel.map(MapMode.READ_ONLY, 0, channel.size());
      if (bytes.remaining() < 2 * Integer.BYTES) {
        return; // killed while it was created
      }
      int attempt = bytes.getInt();
      byte[] name = new byte[bytes.getInt()];
      bytes.get(name);
      String operator = new String(name, StandardCharsets.UTF_8);
      for (int position = 0; bytes.remaining() >= Access.BYTES; position++) {
        Access access = Access.read(bytes);
        streams
            .computeIfAbsent(
                new RouterStream(operator, access.router(), access.hashSlot()),
                s -> new ArrayList<>())
            .add(new Logged(access, attempt, log, position));
      }
    }
  }

  private static Result check(Map<RouterStream, List<Logged>> streams) {
    long accesses = 0;
    long reorderings = 0;
    long lost = 0;
    long duplicated = 0;
    for (List<Logged> stream : streams.values()) {
      accesses += stream.size();
      lost += lost(stream);
      Map<Integer, List<Logged>> attempts =
          stream.stream().collect(Collectors.groupingBy(Logged::attempt));
      for (List<Logged> attempt : attempts.values()) {
        attempt.sort(
            Comparator.comparingLong((Logged l) -> l.access.sequence())
                .thenComparing(l -> l.access.beginNanos()));
        duplicated += attempt.size() - sequences(attempt).count();
        reorderings += reorderings(attempt);
      }
    }
    return new Result(accesses, reorderings, lost, duplicated);
  }

  /** The tail that a killed process did not reach does not count; a gap before a record does. */
  private static long lost(List<Logged> stream) {
    LongSummaryStatistics sequences = sequences(stream).summaryStatistics();
    return sequences.getMax() + 1 - sequences.getCount();
  }

  private static LongStream sequences(List<Logged> accesses) {
    return accesses.stream().mapToLong(l -> l.access.sequence()).distinct();
  }

  private static long reorderings(List<Logged> ordered) {
    long reorderings = 0;
    Map<Long, Logged> lastOfKey = new HashMap<>();
    for (Logged next : ordered) {
      Logged before = lastOfKey.put(next.access.keyHash(), next);
      if (before != null && isReordered(before, next)) {
        reorderings++;
      }
    }
    return reorderings;
  }

  private static boolean isReordered(Logged before, Logged next) {
    return before.log == next.log
        ? next.position < before.position
        : next.access.beginNanos() < before.access.endNanos();
  }
}
