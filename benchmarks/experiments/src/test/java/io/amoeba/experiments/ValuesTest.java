package io.amoeba.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.report.ReportJson;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValuesTest {
  @Test
  void jsonIsAnObjectWithoutNumbersThatAreNotKnown() {
    Values values = Values.at(3, Map.of("reads", Double.NaN));

    assertThat(ReportJson.tree(values)).hasToString("{\"atSeconds\":3.0,\"reads\":null}");
  }

  @Test
  void unknownNamesHaveNoNumber() {
    assertThat(Values.NONE.get("reads")).isNaN();
    assertThat(Values.at(1, Map.of("reads", 2, "seconds", 0)).ratio("reads", "seconds")).isNaN();
    assertThat(Values.at(1, Map.of("reads", 2)).ratio("reads", "seconds")).isNaN();
  }

  @Test
  void newestSampleIsTheLastUntilTheMoment() {
    List<Values> samples = List.of(Values.at(1, Map.of()), Values.at(2, Map.of()));

    assertThat(Values.newest(samples, 2)).contains(samples.get(1));
    assertThat(Values.newest(samples, 1.5)).contains(samples.get(0));
    assertThat(Values.newest(samples, 0)).isEmpty();
  }
}
