package io.amoeba.linearroad.job.accident;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.linearroad.job.vehicle.Spot;
import io.amoeba.linearroad.job.vehicle.StopChange;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class CarriagewayTest {
  private static final Spot SPOT = new Spot(0, 0, 1, 2 * 5280 + 7);

  @Test
  void twoVehiclesOnOneSpotAreAnAccidentAndTwoSpotsAreNot() {
    Carriageway road = new Carriageway();
    road.add(new StopChange(1, 10, SPOT, true));
    road.add(new StopChange(2, 20, new Spot(0, 0, 2, SPOT.position()), true));
    road.advanceTo(60);
    assertThat(road.accidentSegments()).isEmpty();

    road.add(new StopChange(3, 70, SPOT, true));
    road.advanceTo(120);

    assertThat(road.accidentSegments()).containsExactly(2);
  }

  @Test
  void changesOfTheMinuteThatBeginsDoNotCount() {
    Carriageway road = new Carriageway();
    road.add(new StopChange(1, 59, SPOT, true));
    road.add(new StopChange(2, 60, SPOT, true));

    road.advanceTo(60);
    assertThat(road.accidentSegments()).isEmpty();
    road.advanceTo(120);
    assertThat(road.accidentSegments()).containsExactly(2);
  }

  @Test
  void aVehicleThatMovesOnEndsTheAccident() throws Exception {
    Carriageway road = new Carriageway();
    road.add(new StopChange(1, 1, SPOT, true));
    road.add(new StopChange(2, 2, SPOT, true));
    road.add(new StopChange(2, 61, SPOT, false));
    road.advanceTo(60);
    TypeSerializer<Carriageway> serializer =
        Types.POJO(Carriageway.class).createSerializer(new SerializerConfigImpl());
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(road, out);
    Carriageway read = serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));

    assertThat(read.accidentSegments()).containsExactly(2);
    read.advanceTo(120);
    assertThat(read.accidentSegments()).isEmpty();
    assertThat(read.isClear()).isFalse();
  }
}
