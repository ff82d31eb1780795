package io.amoeba.embedded.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.StringReader;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CassandraSettingsTest {
  @Test
  void nodesTakeTheRacksOfOneDataCentreInTurn() {
    CassandraSettings settings = CassandraSettings.defaults().withRacks(3);

    assertThat(IntStream.rangeClosed(1, 4).mapToObj(settings.locations()))
        .containsExactly(
            new NodeLocation("datacenter1", "rack1"),
            new NodeLocation("datacenter1", "rack2"),
            new NodeLocation("datacenter1", "rack3"),
            new NodeLocation("datacenter1", "rack1"));
  }

  @Test
  void dataCentreAndRackAreWrittenAsProperties() throws Exception {
    Properties file = new Properties();

    file.load(new StringReader(new NodeLocation("west", "rack7").properties()));

    assertThat(file).containsOnly(entry("dc", "west"), entry("rack", "rack7"));
  }

  @Test
  void changeOfOneSettingKeepsTheOthers() {
    CassandraSettings settings =
        CassandraSettings.defaults()
            .withDataFolders(2)
            .withLocalReplicas(2)
            .withLocations(node -> new NodeLocation("west", "rack" + node))
            .withHeapMegabytes(256)
            .withOptions(StartOptions.NONE.withYaml("x", 1));

    assertThat(settings.dataFolders()).isEqualTo(2);
    assertThat(settings.localReplicas()).isEqualTo(2);
    assertThat(settings.locations().apply(5)).isEqualTo(new NodeLocation("west", "rack5"));
    assertThat(settings.heapMegabytes()).isEqualTo(256);
    assertThat(settings.options()).isEqualTo(StartOptions.NONE.withYaml("x", 1));
  }

  @Test
  void nodeWithoutDataFolderIsRefused() {
    assertThatThrownBy(() -> CassandraSettings.defaults().withDataFolders(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 data folders");
  }
}
