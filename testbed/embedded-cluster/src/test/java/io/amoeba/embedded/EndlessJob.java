package io.amoeba.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** A job that counts slowly, without end. */
public final class EndlessJob {
  private static final long PAUSE_MILLIS = 20;

  private EndlessJob() {}

  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment
        .fromSequence(0, Long.MAX_VALUE - 1)
        .uid("numbers")
        .map(new Slowly())
        .uid("slowly")
        .sinkTo(new DiscardingSink<>())
        .uid("sink");
    environment.execute(args[0]);
  }

  /** Lets no more than 50 numbers a second pass. */
  public static final class Slowly implements MapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public Long map(Long value) throws Exception {
      Thread.sleep(PAUSE_MILLIS);
      return value;
    }
  }

  /** Writes the job into a jar in the folder. */
  static Path jar(Path folder) throws IOException {
    Path jar = folder.resolve("endless-job.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(file)) {
      for (Class<?> type : new Class<?>[] {EndlessJob.class, Slowly.class}) {
        String name = type.getName().replace('.', '/') + ".class";
        entries.putNextEntry(new JarEntry(name));
        try (InputStream code = EndlessJob.class.getResourceAsStream("/" + name)) {
          code.transferTo(entries);
        }
      }
    }
    return jar;
  }
}
