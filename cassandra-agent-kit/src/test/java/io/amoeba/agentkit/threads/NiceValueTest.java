package io.amoeba.agentkit.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class NiceValueTest {

  private static final int NICE_AFTER_NAME = 16;

  @Test
  void itIsRaisedForTheCallingThreadOnly() throws Exception {
    int before = nice();

    int raised =
        onNewThread(
            () -> {
              assertThat(NiceValue.raise(3)).isTrue();
              return nice();
            });

    assertThat(raised).isEqualTo(Math.min(19, before + 3));
    assertThat(nice()).isEqualTo(before);
  }

  @Test
  void itIsNineteenAtMost() throws Exception {
    int raised =
        onNewThread(
            () -> {
              assertThat(NiceValue.raise(19)).isTrue();
              assertThat(NiceValue.raise(19)).isTrue();
              return nice();
            });

    assertThat(raised).isEqualTo(19);
  }

  @Test
  void aThreadThatHasInheritedItIsNotRaisedTwice() throws Exception {
    int before = nice();

    int raised =
        onNewThread(
            () -> {
              assertThat(NiceValue.raise(3)).isTrue();
              return onNewThread(
                  () -> {
                    assertThat(NiceValue.raise(3)).isTrue();
                    return nice();
                  });
            });

    assertThat(raised).isEqualTo(Math.min(19, before + 3));
  }

  private static int onNewThread(Callable<Integer> call) throws Exception {
    FutureTask<Integer> task = new FutureTask<>(call);
    Thread thread = new Thread(task);
    thread.start();
    thread.join();
    return task.get();
  }

  /** What the kernel says of the calling thread. */
  private static int nice() throws IOException {
    String stat = Files.readString(Path.of("/proc/thread-self/stat"));
    String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return Integer.parseInt(afterName[NICE_AFTER_NAME]);
  }
}
