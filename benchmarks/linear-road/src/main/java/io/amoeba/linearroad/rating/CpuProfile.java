package io.amoeba.linearroad.rating;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * A processor profile of another JVM of this user, by JDK Flight Recorder. A JVM that cannot be
 * profiled has no profile; that is said, and no reason to fail. Confined to one thread.
 */
final class CpuProfile {
  private static final String NAME = "linear-road";
  private static final long TOOL_SECONDS = 30;
  private static final int SHOWN_METHODS = 12;
  private static final double WHOLE = 100;

  /** Where a stack belongs, by the first class (from the top) that begins like this. */
  private static final Map<String, String> STAGES = stages();

  private final long pid;
  private final Path file;

  private CpuProfile(long pid, Path file) {
    this.pid = pid;
    this.file = file;
  }

  private static Map<String, String> stages() {
    Map<String, String> stages = new LinkedHashMap<>();
    stages.put("io.lettuce.", "Redis client");
    stages.put("io.netty.", "Redis client");
    stages.put("io.amoeba.redis.", "Redis client");
    stages.put("org.apache.kafka.", "Kafka client");
    stages.put("org.apache.flink.connector.", "Kafka connector");
    stages.put("io.amoeba.partitioner.", "routing and hand-over");
    stages.put("io.amoeba.linearroad.", "rules of Linear Road");
    stages.put("org.apache.flink.runtime.state.", "keyed state");
    stages.put("org.apache.flink.runtime.io.network.", "network and serialization");
    stages.put("org.apache.flink.shaded.netty", "network and serialization");
    stages.put("org.apache.flink.", "Flink's runtime");
    return stages;
  }

  /** Begins to record. */
  static CpuProfile start(long pid, Path folder) {
    CpuProfile profile = new CpuProfile(pid, folder.resolve("task-manager.jfr"));
    profile.tool("JFR.start", "name=" + NAME, "settings=profile");
    return profile;
  }

  /** Ends the recording and says where the time went. */
  List<String> summary() {
    if (!tool("JFR.dump", "name=" + NAME, "filename=" + file) || !Files.exists(file)) {
      return List.of("There is no profile: the TaskManager could not be recorded with jcmd.");
    }
    tool("JFR.stop", "name=" + NAME);
    try {
      return summary(file);
    } catch (IOException e) {
      return List.of("There is no profile: " + file + " could not be read (" + e + ")");
    }
  }

  private static List<String> summary(Path file) throws IOException {
    Map<String, Integer> methods = new HashMap<>();
    Map<String, Integer> stages = new HashMap<>();
    int samples = 0;
    long pausesMillis = 0;
    long longestPauseMillis = 0;
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (event.getEventType().getName().equals("jdk.GarbageCollection")) {
          pausesMillis += event.getDuration("sumOfPauses").toMillis();
          longestPauseMillis =
              Math.max(longestPauseMillis, event.getDuration("longestPause").toMillis());
        }
        if (event.getEventType().getName().equals("jdk.ExecutionSample")
            && event.getStackTrace() != null) {
          List<RecordedFrame> frames = event.getStackTrace().getFrames();
          if (!frames.isEmpty()) {
            samples++;
            methods.merge(name(frames.get(0)), 1, Integer::sum);
            stages.merge(stage(frames), 1, Integer::sum);
          }
        }
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add("Processor profile of TaskManager 1, %d samples:".formatted(samples));
    lines.add(
        "  garbage collection paused it for %,d ms, at most %,d ms at once"
            .formatted(pausesMillis, longestPauseMillis));
    add(lines, "by stage", stages, Integer.MAX_VALUE, samples);
    add(lines, "by method", methods, SHOWN_METHODS, samples);
    return lines;
  }

  private static void add(
      List<String> lines, String title, Map<String, Integer> counts, int shown, int samples) {
    lines.add("  " + title);
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
        .limit(shown)
        .forEach(
            entry ->
                lines.add(
                    String.format(
                        Locale.ROOT,
                        "    %5.1f %%  %s",
                        WHOLE * entry.getValue() / samples,
                        entry.getKey())));
  }

  private static String name(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }

  private static String stage(List<RecordedFrame> frames) {
    for (RecordedFrame frame : frames) {
      String type = frame.getMethod().getType().getName();
      for (Map.Entry<String, String> stage : STAGES.entrySet()) {
        if (type.startsWith(stage.getKey())) {
          return stage.getValue();
        }
      }
    }
    return "the JVM and its library";
  }

  private boolean tool(String... command) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
    words.add(Long.toString(pid));
    words.addAll(List.of(command));
    try {
      Process process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(TOOL_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return false;
      }
      return process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
