package io.amoeba.priority.agent;

import io.amoeba.agentkit.options.InvalidOptionsException;
import io.amoeba.agentkit.options.OptionSource;
import io.amoeba.agentkit.options.OptionUnit;
import io.amoeba.agentkit.options.OptionValues;
import io.amoeba.priority.agent.AgentOptions.ClassOptions;
import io.amoeba.priority.agent.AgentOptions.HoldOptions;
import io.amoeba.priority.agent.AgentOptions.InlineLocal;
import io.amoeba.priority.agent.AgentOptions.LimitOptions;
import io.amoeba.priority.agent.AgentOptions.Mode;
import io.amoeba.priority.agent.AgentOptions.NormalLimits;
import io.amoeba.priority.agent.AgentOptions.OnUnauthorized;
import io.amoeba.priority.agent.AgentOptions.ThreadOptions;
import io.amoeba.priority.protocol.service.ServiceClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Reads the agent's arguments, and beneath them conf/request-priority.yaml. Stateless. */
final class OptionsReader {

  private static final String FILE = "request-priority.yaml";

  private static final String WITHOUT_OPTIONS =
      "Request priority is off until these options are corrected; Cassandra starts without it";

  /** A role is any quoted name to Cassandra; these need no quotes on the agent's line. */
  private static final Pattern ROLE = Pattern.compile("[A-Za-z0-9_.@-]+");

  private static final String NAME_OF_ROLE =
      "the name of a role, of letters, digits, _, -, . and @";

  private OptionsReader() {}

  static AgentOptions read(String arguments) throws InvalidOptionsException {
    return read(OptionSource.read(arguments, FILE));
  }

  static AgentOptions read(OptionValues values) throws InvalidOptionsException {
    List<String> own = new ArrayList<>();
    AgentOptions options =
        new AgentOptions(
            values.choice("mode", Mode.class, Mode.ACT),
            limit(values),
            hold(values),
            threads(values),
            classes(values, own),
            values.flag("propagate", true));
    List<String> errors = new ArrayList<>(values.errors());
    errors.addAll(own);
    if (!errors.isEmpty()) {
      throw new InvalidOptionsException(WITHOUT_OPTIONS, errors);
    }
    return options;
  }

  private static LimitOptions limit(OptionValues values) {
    OptionalLong low =
        values.numberOr("low-limit", "auto", 1, AgentOptions.MAX_LIMIT, OptionalLong.empty());
    return new LimitOptions(
        low.isPresent() ? OptionalInt.of((int) low.getAsLong()) : OptionalInt.empty(),
        (int) values.number("max-low-limit", 1, AgentOptions.MAX_LIMIT, 64),
        values.choice("normal-limit", NormalLimits.class, NormalLimits.OFF),
        (int) values.number("activation", 1, AgentOptions.MAX_ACTIVATION, 1),
        values.duration(
            "quiet-time", Duration.ZERO, AgentOptions.MAX_QUIET_TIME, Duration.ofMillis(50)),
        values.duration(
            "hop-wait-target",
            AgentOptions.MIN_HOP_WAIT_TARGET,
            AgentOptions.MAX_HOP_WAIT_TARGET,
            Duration.ofNanos(250_000)));
  }

  private static HoldOptions hold(OptionValues values) {
    return new HoldOptions(
        values.duration(
            "max-hold-time", Duration.ofMillis(1), Duration.ofSeconds(10), Duration.ofSeconds(1)),
        (int) values.number("max-held-requests", 0, 1_000_000, 10_000),
        (int) values.number("max-held-percent", OptionUnit.PERCENT, 1, 90, 50));
  }

  private static ThreadOptions threads(OptionValues values) {
    return new ThreadOptions(
        values.flag("own-threads", true),
        (int) values.number("nice", 0, 19, 10),
        (int) values.number("low-threads", 1, 1_024, 64),
        values.choice("inline-local", InlineLocal.class, InlineLocal.LOW),
        values.flag("task-order", true));
  }

  private static ClassOptions classes(OptionValues values, List<String> errors) {
    ServiceClass standard = values.choice("default-class", ServiceClass.class, ServiceClass.NORMAL);
    if (standard == ServiceClass.HIGH) {
      errors.add("default-class=high: want normal or low; grant a role to those who are high");
    }
    String high = values.word("role-high", ROLE, NAME_OF_ROLE, "priority_high");
    String highAlways = values.word("role-high-always", ROLE, NAME_OF_ROLE, "priority_high_always");
    String low = values.word("role-low", ROLE, NAME_OF_ROLE, "priority_low");
    if (high.equals(highAlways) || high.equals(low) || highAlways.equals(low)) {
      errors.add(
          "role-high=%s, role-high-always=%s, role-low=%s: want three different roles"
              .formatted(high, highAlways, low));
    }
    return new ClassOptions(
        standard,
        values.choice("max-anonymous-class", ServiceClass.class, ServiceClass.HIGH),
        values.choice("on-unauthorized", OnUnauthorized.class, OnUnauthorized.WARN),
        high,
        highAlways,
        low,
        applications(values, errors));
  }

  private static Map<String, ServiceClass> applications(OptionValues values, List<String> errors) {
    return ApplicationRules.of(
        values.words("applications", ApplicationRules.RULE, ApplicationRules.WANTED), errors);
  }
}
