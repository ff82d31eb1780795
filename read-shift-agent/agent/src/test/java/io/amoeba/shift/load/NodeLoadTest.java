package io.amoeba.shift.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeLoadTest {

  @TempDir Path folder;
  private double cpu = -1;

  private NodeLoad load() {
    return new NodeLoad(() -> cpu, new DiskPressure(List.of()));
  }

  @Test
  void useIsUnknownUntilTheJvmKnowsIt() {
    NodeLoad load = load();
    load.sample();
    cpu = Double.NaN;
    load.sample();
    assertThat(load.usePercent()).isEmpty();

    cpu = 0.4;
    load.sample();

    assertThat(load.usePercent()).hasValue(40);
  }

  @Test
  void aPeakOfASecondChangesLittle() {
    NodeLoad load = load();
    cpu = 0.4;
    load.sample();
    cpu = 1.7;
    load.sample();
    assertThat(load.usePercent()).hasValue(52);

    for (int second = 0; second < 20; second++) {
      load.sample();
    }

    assertThat(load.usePercent().getAsInt()).isBetween(99, 100);
  }

  @Test
  void theDiskWaitIsThatOfTheFirstFileThatThereIs() throws Exception {
    Path group = folder.resolve("group");
    Path machine = folder.resolve("machine");
    Files.writeString(
        machine,
        "some avg10=7.99 avg60=0.40 avg300=1.66 total=2671860732\nfull avg10=0.00 avg60=0.35"
            + " avg300=0.52 total=695588964\n");
    DiskPressure disk = new DiskPressure(List.of(group, machine));
    assertThat(disk.percent()).hasValue(7);

    Files.writeString(group, "some avg10=100.00 avg60=0 avg300=0 total=1\n");

    assertThat(disk.percent()).hasValue(100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "full avg10=1.00 ", "some avg10=x ", "some avg10=-1 ", "some avg60=1 "})
  void whatIsNoPressureIsUnknown(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("file"), text);

    assertThat(new DiskPressure(List.of(file)).percent()).isEmpty();
    assertThat(new DiskPressure(List.of()).percent()).isEmpty();
  }
}
