package io.amoeba.linearroad.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which options go together: name and whether it was given. Confined to one thread. */
final class OptionGroups {
  private final RunArguments given;

  OptionGroups(RunArguments given) {
    this.given = given;
  }

  Map<String, Boolean> generatedOnly() {
    Map<String, Boolean> options = new LinkedHashMap<>();
    options.put("--duration", given.duration != null);
    options.put("--expressways", given.expressways != null);
    options.put("--seed", given.seed != null);
    options.put("--traffic", given.traffic != null);
    options.put("--vehicles", given.vehicles != null);
    options.put("--alternate", given.alternate != null);
    options.put("--add-node-after", given.addNodeAfter != null);
    return options;
  }

  Map<String, Boolean> fileOnly() {
    Map<String, Boolean> options = new LinkedHashMap<>();
    options.put(InputDialectOption.NAME, given.inputDialect != null);
    options.put("--historical", given.historical != null);
    options.put("--segment-history", given.segmentHistory != null);
    options.put("--output", given.output != null);
    return options;
  }

  Map<String, Boolean> ratingOnly() {
    Map<String, Boolean> options = new LinkedHashMap<>();
    options.put("--max", given.max != null);
    options.put("--start", given.start != null);
    options.put("--l-rating-duration", given.lRatingDuration != null);
    return options;
  }

  /** What only makes sense for servers that the run starts itself. */
  Map<String, Boolean> startedServersOnly() {
    Map<String, Boolean> options = new LinkedHashMap<>();
    options.put("--http-port", given.httpPort != null);
    options.put("--redis-apart", given.redisApart);
    options.put("--keyed", given.keyed);
    options.put("--add-node-after", given.addNodeAfter != null);
    options.put("--kill", given.kill.length > 0);
    return options;
  }

  /** What tells where servers are that run already. */
  Map<String, Boolean> givenServers() {
    Map<String, Boolean> options = new LinkedHashMap<>();
    options.put("--flink", given.flink != null);
    options.put("--kafka", given.kafka != null);
    options.put("--redis", given.redis != null);
    options.put("--coordinator", given.coordinator != null);
    options.put("--shared-folder", given.sharedFolder != null);
    return options;
  }

  Map<String, Boolean> runOnly() {
    Map<String, Boolean> options = new LinkedHashMap<>();
    options.put("--input", given.input != null);
    options.put("--duration", given.duration != null);
    options.put("--align-after", given.alignAfter != null);
    options.put("--realign-every", given.realignEvery != null);
    options.put("--alternate", given.alternate != null);
    options.put("--traffic", given.traffic != null);
    options.put("--vehicles", given.vehicles != null);
    options.put("--no-order-probe", given.noOrderProbe);
    options.put("--immediate", given.immediate);
    options.put("--redis-apart", given.redisApart);
    options.put("--keyed", given.keyed);
    options.put("--add-node-after", given.addNodeAfter != null);
    options.put("--speed", given.speed != null);
    options.put("--report", given.report != null);
    options.put("--kill", given.kill.length > 0);
    return options;
  }

  /** What begins or goes on in another way than {@code --add-node-after}. */
  Map<String, Boolean> otherChanges() {
    Map<String, Boolean> options = new LinkedHashMap<>();
    options.put("--align-after", given.alignAfter != null);
    options.put("--realign-every", given.realignEvery != null);
    options.put("--alternate", given.alternate != null);
    options.put("--redis-apart", given.redisApart);
    return options;
  }

  /** What moves hash slots elsewhere than {@code --keyed}, or needs a map for operator Toll. */
  Map<String, Boolean> unkeyedOnly() {
    Map<String, Boolean> options = new LinkedHashMap<>();
    options.put("--redis-apart", given.redisApart);
    options.put("--add-node-after", given.addNodeAfter != null);
    options.put("--realign-every", given.realignEvery != null);
    options.put("--alternate", given.alternate != null);
    return options;
  }

  /** What changes maps in another way than {@code --realign-every}. */
  Map<String, Boolean> alternation() {
    return Map.of("--alternate", given.alternate != null);
  }
}
