package io.amoeba.linearroad.job.segment;

import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Up to five minutes of one place, from which LAV and NOV follow (rules 3 and 4). Mutable, confined
 * to the task thread.
 */
final class RecentMinutes {
  static final ValueType<RecentMinutes> TYPE =
      ValueType.ofMutable(
          RecentMinutes.class, RecentMinutes::write, RecentMinutes::read, RecentMinutes::copy);

  /*
   * A double is off by a few units in its last place (2^-52 of at most 100 mph and some hundred
   * additions, below 1e-10). Where that could change the integer part, the exact value decides.
   */
  private static final double DOUBTFUL = 1e-8;

  private final List<MinuteSpeeds> minutes = new ArrayList<>(5);

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
    BigInteger common = BigInteger.ONE;
    for (MinuteSpeeds minute : minutes) {
      BigInteger next = minute.denominator();
      common = common.divide(common.gcd(next)).multiply(next);
    }
    BigInteger sum = BigInteger.ZERO;
    for (MinuteSpeeds minute : minutes) {
      sum = sum.add(minute.numerator(common));
    }
    return sum.divide(common.multiply(BigInteger.valueOf(minutes.size()))).intValueExact();
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

  private RecentMinutes copy() {
    RecentMinutes copy = new RecentMinutes();
    copy.addAll(this);
    return copy;
  }

  private void write(DataOutputView out) throws IOException {
    out.writeInt(minutes.size());
    for (MinuteSpeeds minute : minutes) {
      minute.write(out);
    }
  }

  private static RecentMinutes read(DataInputView in) throws IOException {
    RecentMinutes value = new RecentMinutes();
    for (int left = in.readInt(); left > 0; left--) {
      value.add(MinuteSpeeds.read(in));
    }
    return value;
  }
}
