package io.amoeba.linearroad.job.segment;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Up to five minutes of one place, from which LAV and NOV follow (rules 3 and 4). Mutable, confined
 * to the task thread.
 */
public record RecentMinutes(List<MinuteSpeeds> minutes) {
  /*
   * A double is off by a few units in its last place (2^-52 of at most 100 mph and some hundred
   * additions, below 1e-10). Where that could change the integer part, the exact value decides.
   */
  private static final double DOUBTFUL = 1e-8;

  /** Of none so far. */
  RecentMinutes() {
    this(new ArrayList<>(5));
  }

  void add(MinuteSpeeds minute) {
    minutes.add(minute);
  }

  void addAll(RecentMinutes other) {
    minutes.addAll(other.minutes);
  }

  /** The mean of the minutes' mean speeds, rounded down. */
  int lav() {
    if (minutes.isEmpty()) {
      return 0;
    }
    // Minutes arrive in any order; their sum must not depend on it.
    double sum = 0;
    for (MinuteSpeeds minute : minutes) {
      sum += minute.mean();
    }
    double mean = sum / minutes.size();
    if (Math.abs(mean - Math.rint(mean)) > DOUBTFUL) {
      return (int) mean;
    }
    return exactLav();
  }

  int exactLav() {
    BigFraction sum = BigFraction.ZERO;
    for (MinuteSpeeds minute : minutes) {
      sum = sum.add(minute.exactMean());
    }
    return sum.divide(minutes.size()).intValue();
  }

  /** How many vehicles reported in a minute. */
  int vehiclesIn(int minute) {
    for (MinuteSpeeds candidate : minutes) {
      if (candidate.minute() == minute) {
        return candidate.vehicles();
      }
    }
    return 0;
  }
}
