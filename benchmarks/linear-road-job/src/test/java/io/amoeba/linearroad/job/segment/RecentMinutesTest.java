package io.amoeba.linearroad.job.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class RecentMinutesTest {
  private static final long PLACE = Places.of(3, 1, 99);

  @Test
  void lavEqualsTheRationalMeanOfMeansOfMeans() {
    Random random = new Random(7);
    for (int round = 0; round < 3_000; round++) {
      RecentMinutes recent = new RecentMinutes();
      List<Map<Integer, List<Integer>>> minutes = randomMinutes(random);
      for (int m = 0; m < minutes.size(); m++) {
        MinuteReports reports = new MinuteReports();
        minutes.get(m).forEach((vid, speeds) -> speeds.forEach(s -> reports.add(vid, s)));
        recent.add(reports.summary(PLACE, m));
      }

      assertThat(recent.lav()).as("round " + round).isEqualTo(bruteForceLav(minutes));
      assertThat(recent.exactLav()).isEqualTo(recent.lav());
    }
  }

  @Test
  void aMeanThatIsAWholeNumberIsNotRoundedBelowIt() {
    // Thirds and sevenths that add up to exactly 40, where doubles may fall short.
    MinuteReports reports = new MinuteReports();
    for (int vid = 0; vid < 21; vid++) {
      for (int i = 0; i < 3; i++) {
        reports.add(vid, i == 0 ? 41 : i == 1 ? 39 : 40);
      }
    }
    RecentMinutes recent = new RecentMinutes();
    recent.add(reports.summary(PLACE, 1));

    assertThat(recent.lav()).isEqualTo(40);
  }

  @Test
  void accumulatorsSurviveSerializationAndCopies() throws Exception {
    MinuteReports reports = new MinuteReports();
    for (int i = 0; i < 5_000; i++) {
      reports.add(i * 64 % 1_777, i % 100);
    }
    TypeSerializer<MinuteReports> serializer =
        Types.POJO(MinuteReports.class).createSerializer(new SerializerConfigImpl());
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(reports, out);
    MinuteReports read = serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
    MinuteReports copy = serializer.copy(reports);
    MinuteSpeeds before = reports.summary(PLACE, 5);
    reports.add(1, 100);

    assertThat(before.vehicles()).isEqualTo(1_777);
    assertThat(read.summary(PLACE, 5)).usingRecursiveComparison().isEqualTo(before);
    assertThat(copy.summary(PLACE, 5)).usingRecursiveComparison().isEqualTo(before);
  }

  @Test
  void placesKeepTheirParts() {
    long place = Places.of(Integer.MAX_VALUE, 1, 99);

    assertThat(Places.xway(place)).isEqualTo(Integer.MAX_VALUE);
    assertThat(Places.dir(place)).isEqualTo(1);
    assertThat(Places.segment(place)).isEqualTo(99);
  }

  private static List<Map<Integer, List<Integer>>> randomMinutes(Random random) {
    List<Map<Integer, List<Integer>>> minutes = new ArrayList<>();
    int speedRange = 1 + random.nextInt(101);
    for (int m = 1 + random.nextInt(5); m > 0; m--) {
      Map<Integer, List<Integer>> vehicles = new HashMap<>();
      for (int v = 1 + random.nextInt(12); v > 0; v--) {
        List<Integer> speeds = new ArrayList<>();
        for (int r = 1 + random.nextInt(random.nextInt(20) == 0 ? 60 : 4); r > 0; r--) {
          speeds.add(random.nextInt(speedRange));
        }
        vehicles.put(random.nextInt(1_000_000), speeds);
      }
      minutes.add(vehicles);
    }
    return minutes;
  }

  /** Numerators and denominators without any reduction. */
  private static int bruteForceLav(List<Map<Integer, List<Integer>>> minutes) {
    BigInteger n = BigInteger.ZERO;
    BigInteger d = BigInteger.ONE;
    for (Map<Integer, List<Integer>> vehicles : minutes) {
      for (List<Integer> speeds : vehicles.values()) {
        long sum = speeds.stream().mapToLong(s -> s).sum();
        BigInteger part = BigInteger.valueOf((long) speeds.size() * vehicles.size());
        n = n.multiply(part).add(BigInteger.valueOf(sum).multiply(d));
        d = d.multiply(part);
      }
    }
    return n.divide(d.multiply(BigInteger.valueOf(minutes.size()))).intValueExact();
  }
}
