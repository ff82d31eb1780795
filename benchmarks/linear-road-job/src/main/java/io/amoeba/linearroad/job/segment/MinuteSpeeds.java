package io.amoeba.linearroad.job.segment;

import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The exact mean speed of a place in a minute. A vehicle with c reports of speed sum s contributes
 * s / c; vehicles with the same c are added up, so index c of {@code sumByReports} has the sum of
 * all their s. Immutable.
 */
record MinuteSpeeds(long place, int minute, int vehicles, long[] sumByReports) {
  static final ValueType<MinuteSpeeds> TYPE =
      ValueType.of(MinuteSpeeds.class, MinuteSpeeds::write, MinuteSpeeds::read);

  /** The mean over the vehicles, rounded to a double. */
  double mean() {
    double sum = 0;
    for (int c = 1; c < sumByReports.length; c++) {
      sum += (double) sumByReports[c] / c;
    }
    return sum / vehicles;
  }

  /** A common denominator of all parts of the exact mean. */
  BigInteger denominator() {
    BigInteger common = BigInteger.ONE;
    for (int c = 2; c < sumByReports.length; c++) {
      if (sumByReports[c] != 0) {
        BigInteger count = BigInteger.valueOf(c);
        common = common.divide(common.gcd(count)).multiply(count);
      }
    }
    return common.multiply(BigInteger.valueOf(vehicles));
  }

  /** The exact mean times a multiple of {@link #denominator()}. */
  BigInteger numerator(BigInteger denominator) {
    BigInteger perVehicle = denominator.divide(BigInteger.valueOf(vehicles));
    BigInteger sum = BigInteger.ZERO;
    for (int c = 1; c < sumByReports.length; c++) {
      if (sumByReports[c] != 0) {
        BigInteger weight = perVehicle.divide(BigInteger.valueOf(c));
        sum = sum.add(weight.multiply(BigInteger.valueOf(sumByReports[c])));
      }
    }
    return sum;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MinuteSpeeds that
        && that.place == place
        && that.minute == minute
        && that.vehicles == vehicles
        && Arrays.equals(that.sumByReports, sumByReports);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(sumByReports) + 31 * Long.hashCode(place) + minute;
  }

  void write(DataOutputView out) throws IOException {
    out.writeLong(place);
    out.writeInt(minute);
    out.writeInt(vehicles);
    out.writeInt(sumByReports.length);
    for (long sum : sumByReports) {
      out.writeLong(sum);
    }
  }

  static MinuteSpeeds read(DataInputView in) throws IOException {
    long place = in.readLong();
    int minute = in.readInt();
    int vehicles = in.readInt();
    long[] sums = new long[in.readInt()];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = in.readLong();
    }
    return new MinuteSpeeds(place, minute, vehicles, sums);
  }
}
