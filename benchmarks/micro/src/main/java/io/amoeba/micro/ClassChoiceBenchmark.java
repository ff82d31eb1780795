package io.amoeba.micro;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.amoeba.priority.protocol.entitlement.ClassChoice;
import io.amoeba.priority.protocol.entitlement.ConnectionClass;
import io.amoeba.priority.protocol.entitlement.Entitlement;
import io.amoeba.priority.protocol.entitlement.RoleRules;
import io.amoeba.priority.protocol.entitlement.ServedClass;
import io.amoeba.priority.protocol.service.ServiceClass;
import java.nio.ByteBuffer;
import java.util.Set;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * The choice of a request's class on the event loop. The goals: at most 10 ns for a request without
 * a class, and no allocation ({@code -prof gc}) except for a refusal.
 */
public class ClassChoiceBenchmark extends TimedBenchmark {

  private final RoleRules rules =
      new RoleRules(
          "priority_high",
          "priority_high_always",
          "priority_low",
          ServiceClass.NORMAL,
          ServiceClass.HIGH);
  private final Entitlement granted = rules.entitlement(Set.of("priority_high"), false);
  private final Entitlement ungranted = rules.entitlement(Set.of(), false);
  private final ConnectionClass connection = ConnectionClass.NONE;
  private final ByteBuffer payload = ByteBuffer.wrap("high".getBytes(US_ASCII));
  private final ClassChoice choice = new ClassChoice(false);

  /** A request without a payload. */
  @Benchmark
  public ServedClass unmarked() {
    return choice.choose(null, connection, ungranted);
  }

  /** A request for the high class by a role that may use it. */
  @Benchmark
  public ServedClass marked() {
    return choice.choose(payload, connection, granted);
  }

  /** A request for the high class by a role that may not use it. */
  @Benchmark
  public ServedClass unauthorised() {
    return choice.choose(payload, connection, ungranted);
  }
}
