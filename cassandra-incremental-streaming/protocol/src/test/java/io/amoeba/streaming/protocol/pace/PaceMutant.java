package io.amoeba.streaming.protocol.pace;

import java.util.EnumSet;
import java.util.Set;

/** One rule of the pace, left out, and the harm that must be seen then. */
enum PaceMutant {
  WITHOUT_SILENCE(PaceRule.SILENCE, PaceHarm.CLIENTS_SUFFER),
  WITHOUT_OVERLOAD(PaceRule.OVERLOAD, PaceHarm.CLIENTS_SUFFER),
  WITHOUT_LOSS(PaceRule.LOSS, PaceHarm.CLIENTS_LOSE),
  WITHOUT_SHARE(PaceRule.SHARE, PaceHarm.CLIENTS_SUFFER),
  WITHOUT_KEPT_GAIN(PaceRule.KEEP_GAIN, PaceHarm.NO_GAIN),
  WITHOUT_LOWEST_RATE(PaceRule.LOWEST, PaceHarm.ENDLESS),
  WITHOUT_ACCEPTANCE(PaceRule.ACCEPT, PaceHarm.TOO_SLOW),
  WITHOUT_JOINING_NODE(PaceRule.JOINING_NODE, PaceHarm.JOINING_NODE_PRESSED),
  WITHOUT_REACHED_RATE(PaceRule.REACHED, PaceHarm.CLIENTS_SUFFER),
  WITHOUT_SPARE(PaceRule.SPARE, PaceHarm.SLOW_WHILE_IDLE);

  private final PaceRule rule;
  private final PaceHarm harm;

  PaceMutant(PaceRule rule, PaceHarm harm) {
    this.rule = rule;
    this.harm = harm;
  }

  Set<PaceRule> rules() {
    return EnumSet.complementOf(EnumSet.of(rule));
  }

  PaceHarm harm() {
    return harm;
  }
}
