package io.amoeba.priority.classify;

import io.amoeba.priority.agent.AgentOptions.ClassOptions;
import io.amoeba.priority.agent.AgentOptions.OnUnauthorized;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import io.amoeba.priority.protocol.service.ServiceClass;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The class of a request on its event loop, without the look-up of its connection. Each thread has
 * a connection of its own, and all have one user, whose counters they share, as in a node.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class RequestClassBenchmark {

  private static final ByteBuffer HIGH = bytes("high");
  private static final ByteBuffer NONE = bytes("fast");

  private final ClassedUsers users =
      new ClassedUsers(
          new ClassRules(
              new ClassOptions(
                  ServiceClass.NORMAL,
                  ServiceClass.HIGH,
                  OnUnauthorized.WARN,
                  "priority_high",
                  "priority_high_always",
                  "priority_low",
                  Map.of())));

  public RequestClassBenchmark() {
    users.resolve(users.of("app"), new GrantedRoles(Set.of("priority_high"), false));
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** A connection of an event loop. */
  @State(Scope.Thread)
  public static class OfThread {
    private final ClassedConnection connection = new ClassedConnection(new App());
  }

  private record App() implements ConnectedClient {

    @Override
    public @Nullable String option(String key) {
      return null;
    }

    @Override
    public String user() {
      return "app";
    }

    @Override
    public boolean isAnonymous() {
      return false;
    }
  }

  @Benchmark
  public ServedClass unmarked(OfThread thread) {
    return ClientClasses.classOf(thread.connection, null, users);
  }

  @Benchmark
  @Threads(8)
  public ServedClass unmarkedByEightThreads(OfThread thread) {
    return ClientClasses.classOf(thread.connection, null, users);
  }

  @Benchmark
  public ServedClass high(OfThread thread) {
    return ClientClasses.classOf(thread.connection, HIGH, users);
  }

  /** Makes the text of a warning. */
  @Benchmark
  public ServedClass malformed(OfThread thread) {
    return ClientClasses.classOf(thread.connection, NONE, users);
  }
}
