package io.amoeba.streaming.protocol.pace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * One random join at the pace of a sender's clients, judged by what it does to them. One thread.
 */
final class PaceSimulation {

  private static final double LIMIT = 0.03;

  /** A load may come while the sender is silent. */
  private static final double LIMIT_WITH_SILENCE = 0.05;

  private static final double MOST_OF_A_MINUTE = 0.2;
  private static final double MOST_WITH_SILENCE = 0.3;
  private static final int MINUTE = 60;

  /** A quarter of a shorter join is a few samples. */
  private static final int LEAST_SECONDS = 600;

  private static final int DAY = 86_400;

  private final SimulatedSender sender;
  private final PaceController controller;
  private final List<double[]> answers = new ArrayList<>();
  private final Deque<double[]> minute = new ArrayDeque<>();
  private final double lowest;

  /** From the end of a load on; and from the moment at which its figures are forgotten. */
  private final List<IdleTime> idleTimes = List.of(new IdleTime(0, 20), new IdleTime(MINUTE, 6));

  private double lost;
  private double pressedFrom;

  PaceSimulation(long seed, Set<PaceRule> rules) {
    sender = new SimulatedSender(new Random(seed));
    controller = new PaceController(0, rules);
    lowest = Math.max(PaceController.LEAST_BYTES_PER_SEC, sender.mib * SimulatedSender.MIB / DAY);
  }

  /** The first harm done, or nothing. */
  Optional<PaceHarm> run() {
    double longest = sender.mib * SimulatedSender.MIB / lowest + MINUTE;
    double bytesPerSec = PaceController.FIRST_BYTES_PER_SEC;
    while (!sender.over()) {
      if (sender.seconds > longest) {
        return Optional.of(PaceHarm.ENDLESS);
      }
      Optional<PaceSample> news = sender.second(bytesPerSec / SimulatedSender.MIB);
      bytesPerSec = controller.observe(news, (long) lowest, sender.seconds * 1_000L).bytesPerSec();
      Optional<PaceHarm> harm = now(bytesPerSec);
      if (harm.isPresent()) {
        return harm;
      }
    }
    return afterwards();
  }

  private Optional<PaceHarm> now(double bytesPerSec) {
    double[] second = {sender.answered, sender.answeredWithoutJoin, sender.relief()};
    answers.add(second);
    minute.addLast(second);
    lost += second[1] - second[0];
    if (minute.size() > MINUTE) {
      double[] gone = minute.removeFirst();
      lost -= gone[1] - gone[0];
    }
    double most = sender.falters ? MOST_WITH_SILENCE : MOST_OF_A_MINUTE;
    if (minute.size() == MINUTE && lost > most * MINUTE) {
      return Optional.of(PaceHarm.CLIENTS_SUFFER);
    }
    return pressed(bytesPerSec).or(() -> slowWhileIdle(bytesPerSec));
  }

  private Optional<PaceHarm> pressed(double bytesPerSec) {
    int busySeconds = sender.seconds - sender.joiningNodeBusySince;
    if (!sender.joiningNodeBusy() || busySeconds <= MINUTE) {
      pressedFrom = bytesPerSec;
    }
    return bytesPerSec > 1.5 * pressedFrom && sender.joiningNodeBusy()
        ? Optional.of(PaceHarm.JOINING_NODE_PRESSED)
        : Optional.empty();
  }

  private Optional<PaceHarm> slowWhileIdle(double bytesPerSec) {
    double useful = Math.min(0.4 * sender.mostMibPerSec, 0.1 / sender.cost) * SimulatedSender.MIB;
    boolean isSlow = false;
    for (IdleTime idle : idleTimes) {
      isSlow |= idle.isSlow(sender, bytesPerSec, useful);
    }
    return isSlow ? Optional.of(PaceHarm.SLOW_WHILE_IDLE) : Optional.empty();
  }

  private Optional<PaceHarm> afterwards() {
    int seconds = answers.size();
    if (seconds < LEAST_SECONDS) {
      return Optional.empty();
    }
    double limit = sender.falters ? LIMIT_WITH_SILENCE : LIMIT;
    if (loss(0, seconds / 4) > limit || loss(0, seconds) > limit) {
      return Optional.of(PaceHarm.CLIENTS_LOSE);
    }
    if (sender.closedLoop) {
      double relief = answers.stream().mapToDouble(second -> second[2]).sum() / seconds;
      if (-loss(0, seconds) < 0.3 * relief - 0.01) {
        return Optional.of(PaceHarm.NO_GAIN);
      }
      double fair = sender.mib / Math.min(sender.mostMibPerSec, 0.015 / sender.cost);
      double slowest = sender.mib * SimulatedSender.MIB / lowest;
      if (seconds > 5 * fair + 600 && seconds > 0.4 * slowest) {
        return Optional.of(PaceHarm.TOO_SLOW);
      }
    }
    return Optional.empty();
  }

  private double loss(int from, int to) {
    double with = 0;
    double without = 0;
    for (double[] second : answers.subList(from, to)) {
      with += second[0];
      without += second[1];
    }
    return 1 - with / without;
  }

  String describe() {
    int seconds = answers.size();
    return String.format(
        "%s; first quarter %.3f, all %.3f",
        sender, seconds < 4 ? 0 : loss(0, seconds / 4), seconds == 0 ? 0 : loss(0, seconds));
  }

  /** For debugging: harms of many seeds, of all rules and of each mutant. */
  public static void main(String[] arguments) {
    int count = Integer.parseInt(arguments[0]);
    print("all rules", EnumSet.allOf(PaceRule.class), count, 12);
    for (PaceMutant mutant : PaceMutant.values()) {
      print(mutant + " (" + mutant.harm() + ")", mutant.rules(), count, 0);
    }
  }

  private static void print(String name, Set<PaceRule> rules, int count, int shown) {
    Map<PaceHarm, Integer> harms = new EnumMap<>(PaceHarm.class);
    long seconds = 0;
    Set<PaceRule> all = EnumSet.allOf(PaceRule.class);
    for (int seed = 0; seed < count; seed++) {
      long number = seed;
      PaceSimulation simulation = new PaceSimulation(seed, rules);
      Optional<PaceHarm> harm = simulation.run();
      seconds += simulation.sender.seconds;
      harm.filter(one -> all.equals(rules) || new PaceSimulation(number, all).run().isEmpty())
          .ifPresent(one -> harms.merge(one, 1, Integer::sum));
      if (harm.isPresent() && shown-- > 0) {
        System.out.println("seed " + seed + ": " + harm.get() + ": " + simulation.describe());
      }
    }
    System.out.println(name + ": " + harms + " of " + count + ", mean " + seconds / count + " s");
  }
}
