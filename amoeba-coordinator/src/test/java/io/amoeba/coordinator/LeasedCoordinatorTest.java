package io.amoeba.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.lease.Claim;
import io.amoeba.coordinator.state.TermFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LeasedCoordinatorTest {

  @TempDir private Path folder = Path.of("");

  /** A class that cannot be loaded is an error, and no exception. */
  @Test
  @Timeout(180)
  void aLeaderWhoseStartEndsWithAnErrorGivesUpItsLeaseAndEnds() throws IOException {
    Files.createDirectory(folder.resolve("lease"));
    CoordinatorConfig config =
        ConfigReader.parse(
            """
            http: {port: 0}
            redis: {endpoints: ['127.0.0.1:1']}
            lease: {folder: lease, duration: 5s}
            """,
            "test",
            folder);
    NoClassDefFoundError error = new NoClassDefFoundError("io/amoeba/Missing");
    LeasedCoordinator coordinator =
        new LeasedCoordinator(config, config.lease().orElseThrow(), Clock.systemUTC()) {
          @Override
          void reign() {
            throw error;
          }
        };
    try {
      coordinator.start();

      assertThatThrownBy(coordinator::awaitEnd)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("io/amoeba/Missing")
          .hasCause(error);
      assertThat(new TermFolder(config.lease().orElseThrow().folder()).newest())
          .as("another one may lead at once")
          .map(Claim::resigned)
          .contains(true);
    } finally {
      coordinator.close();
    }
  }
}
