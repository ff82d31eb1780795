package io.amoeba.streaming.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.streaming.agent.AgentOptions.OnIneligible;
import io.amoeba.streaming.protocol.join.JoinSettings;
import io.amoeba.streaming.protocol.join.StepOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsReaderTest {

  @Test
  void withoutOptionsTheDefaultsHold() throws Exception {
    AgentOptions options = OptionsReader.read("");

    assertThat(options.join()).isEqualTo(JoinSettings.DEFAULTS);
    assertThat(options.onIneligible()).isEqualTo(OnIneligible.STOCK);
    assertThat(options.warmUp()).isTrue();
    assertThat(options.warmUpHotSet()).isTrue();
  }

  @Test
  void argumentsAreKeysAndValuesBetweenCommas() throws Exception {
    AgentOptions options =
        OptionsReader.read(
            "tokens-per-step=4,order=round-robin,seed=-7,group-size=2,on-ineligible=fail,warm-up=off,"
                + "warm-up-hot-set=off");

    assertThat(options.join().tokensPerStep()).isEqualTo(4);
    assertThat(options.join().order()).isEqualTo(StepOrder.ROUND_ROBIN);
    assertThat(options.join().seed()).isEqualTo(-7);
    assertThat(options.join().sendersAtATime()).isEqualTo(2);
    assertThat(options.onIneligible()).isEqualTo(OnIneligible.FAIL);
    assertThat(options.warmUp()).isFalse();
    assertThat(options.warmUpHotSet()).isFalse();
  }

  @Test
  void argumentsOverrideTheFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("options.yaml");
    Files.writeString(file, "order: random\nseed: 3\nwarm-up: off\n");

    AgentOptions options = OptionsReader.read("seed=4,config=" + file);

    assertThat(options.join().order()).isEqualTo(StepOrder.RANDOM);
    assertThat(options.join().seed()).isEqualTo(4);
    assertThat(options.warmUp()).isFalse();
  }

  @Test
  void allErrorsAreReportedAtOnceWithKeyValueAndRange() {
    assertThatThrownBy(
            () ->
                OptionsReader.read(
                    "tokens-per-step=0,order=up,look-ahead=two,colour=red,alone,"
                        + "warm-up-hot-set=some"))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("tokens-per-step=0: want a whole number 1 … 1536")
        .hasMessageContaining("order=up: want one of token, round-robin, random, least-loaded")
        .hasMessageContaining("look-ahead=two: want a whole number 0 … 8")
        .hasMessageContaining("colour=red: there is no such option")
        .hasMessageContaining("warm-up-hot-set=some: want on or off")
        .hasMessageContaining("alone: want key=value");
  }

  @Test
  void aFileThatIsNotThereIsAnError() {
    assertThatThrownBy(() -> OptionsReader.read("config=/nowhere/options.yaml"))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("config=/nowhere/options.yaml: cannot be read");
  }
}
