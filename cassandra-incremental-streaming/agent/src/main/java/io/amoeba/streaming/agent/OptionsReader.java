package io.amoeba.streaming.agent;

import io.amoeba.streaming.agent.AgentOptions.OnIneligible;
import io.amoeba.streaming.protocol.join.JoinSettings;
import io.amoeba.streaming.protocol.join.StepOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Turns keys and values into options; collects all that is wrong. Used once, by one thread. */
final class OptionsReader {

  /** Cassandra's own bound for num_tokens. */
  private static final int MAX_TOKENS = 1536;

  private final Map<String, String> values;
  private final List<String> errors;

  OptionsReader(Map<String, String> values, List<String> errors) {
    this.values = new LinkedHashMap<>(values);
    this.errors = new ArrayList<>(errors);
  }

  AgentOptions read() throws InvalidOptionsException {
    int tokensPerStep = tokensPerStep();
    StepOrder order = choice("order", StepOrder.class, StepOrder.TOKEN);
    long seed = number("seed", Long.MIN_VALUE, Long.MAX_VALUE, 0);
    int groupSize = (int) number("group-size", 1, 1000, 1);
    int lookAhead = (int) number("look-ahead", 0, 1, 1);
    OnIneligible onIneligible = choice("on-ineligible", OnIneligible.class, OnIneligible.STOCK);
    Duration joinerTimeout =
        Duration.ofSeconds(number("joiner-timeout-seconds", 60, 604_800, 3600));
    boolean warmUp = flag("warm-up");
    Duration warmUpLimit = Duration.ofSeconds(number("warm-up-limit-seconds", 1, 3600, 30));
    int rate = (int) number("rate-mib-per-second", 0, 100_000, 0);
    values.forEach((key, value) -> errors.add(key + "=" + value + ": there is no such option"));
    if (!errors.isEmpty()) {
      throw new InvalidOptionsException(errors);
    }
    return new AgentOptions(
        AgentOptions.settings(tokensPerStep, order, seed, groupSize, lookAhead),
        onIneligible,
        joinerTimeout,
        warmUp,
        warmUpLimit,
        rate);
  }

  private int tokensPerStep() {
    if ("auto".equals(values.get("tokens-per-step"))) {
      values.remove("tokens-per-step");
    }
    return (int) number("tokens-per-step", 1, MAX_TOKENS, JoinSettings.AUTOMATIC);
  }

  private long number(String key, long min, long max, long absent) {
    String value = values.remove(key);
    if (value == null) {
      return absent;
    }
    try {
      long number = Long.parseLong(value.strip());
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Reported below, with the numbers out of range.
    }
    errors.add(key + "=" + value + ": want a whole number " + min + " … " + max);
    return absent;
  }

  private boolean flag(String key) {
    String value = values.remove(key);
    if (value == null || value.equals("on") || value.equals("true")) {
      return true;
    }
    if (!value.equals("off") && !value.equals("false")) {
      errors.add(key + "=" + value + ": want on or off");
    }
    return false;
  }

  private <E extends Enum<E>> E choice(String key, Class<E> type, E absent) {
    String value = values.remove(key);
    if (value == null) {
      return absent;
    }
    List<String> names = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      String name = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
      if (name.equals(value)) {
        return constant;
      }
      names.add(name);
    }
    errors.add(key + "=" + value + ": want one of " + String.join(", ", names));
    return absent;
  }
}
