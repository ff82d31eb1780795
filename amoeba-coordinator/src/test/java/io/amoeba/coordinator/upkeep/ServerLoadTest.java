package io.amoeba.coordinator.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ServerLoadTest {

  private static final Triggers DEFAULTS = Triggers.unknown("nobody has asked");

  private long commands;
  private int seconds;
  private Optional<ServerUpkeep> seen = Optional.empty();

  /** Ten seconds pass, in each of which the server executes so many commands. */
  private ServerLoad answers(long perSecond, boolean leads, boolean works) {
    seconds += 10;
    commands += 10 * perSecond;
    ServerWork answer =
        new InfoText()
            .at(seconds)
            .with("role", leads ? "master" : "slave")
            .with("total_commands_processed", commands)
            .with("rdb_bgsave_in_progress", works ? 1 : 0)
            .read(DEFAULTS);
    seen = Optional.of(ServerUpkeep.of(seen, answer));
    return seen.get().load();
  }

  @Test
  void theLoadIsKnownAfterTwoAnswers() {
    assertThat(answers(100, true, false)).isEqualTo(ServerLoad.UNKNOWN);

    assertThat(answers(100, true, false).now()).hasValue(100);
    assertThat(answers(300, true, false).now()).hasValue(300);
    assertThat(answers(200, true, false).most()).hasValue(300);
  }

  @Test
  void whatAPrimaryServesWhileItWorksIsNotedIfItIsLess() {
    answers(1_000, true, false);
    answers(1_000, true, false);
    assertThat(answers(700, true, true).working()).as("partly work").isEmpty();
    assertThat(answers(250, true, true).working()).hasValue(250);
    answers(600, true, false);

    ServerLoad after = answers(1_200, true, false);

    assertThat(after.working()).hasValue(250);
    assertThat(after.resting()).hasValue(1_200);
  }

  @Test
  void workThatCostsNothingForgetsWhatAnEarlierOneCost() {
    answers(1_000, true, false);
    answers(1_000, true, false);
    answers(1_000, true, true);
    assertThat(answers(250, true, true).working()).hasValue(250);

    assertThat(answers(960, true, true).working()).isEmpty();
  }

  @Test
  void aReplicaTellsNothingAndForgetsNothing() {
    answers(1_000, true, false);
    answers(1_000, true, false);
    answers(1_000, true, true);
    answers(250, true, true);

    assertThat(answers(100, false, true).now()).isEqualTo(OptionalDouble.empty());
    assertThat(answers(100, false, true).working()).hasValue(250);
    assertThat(answers(100, false, true).resting()).hasValue(1_000);
    assertThat(answers(900, true, false).now()).as("it was promoted meanwhile").isEmpty();
    assertThat(answers(900, true, false).now()).hasValue(900);
  }

  @Test
  void aRestartedServerBeginsAnew() {
    answers(1_000, true, false);
    answers(1_000, true, false);
    commands = 0;

    assertThat(answers(10, true, false).now()).isEmpty();
    assertThat(answers(500, true, false).now()).hasValue(500);
  }
}
