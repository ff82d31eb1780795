package io.amoeba.hints.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.cassandra.io.FSReadError;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.junit.jupiter.api.Test;

class FatalErrorsTest {

  @Test
  void errorsOfTheWholeProcessAreFoundAlsoAsACause() {
    OutOfMemoryError full = new OutOfMemoryError("Java heap space");

    assertThat(FatalErrors.in(full)).containsSame(full);
    assertThat(FatalErrors.in(new IllegalStateException("a read failed", full))).containsSame(full);
  }

  @Test
  void aFileThatCannotBeReadForAHintConcernsThatHintOnly() {
    IOException cause = new IOException("the disk is gone");

    assertThat(FatalErrors.in(new FSReadError(cause, "Data.db"))).isEmpty();
    assertThat(FatalErrors.in(new CorruptSSTableException(cause, "Data.db"))).isEmpty();
    assertThat(FatalErrors.in(new NoSuchMethodError("of another release"))).isEmpty();
  }
}
