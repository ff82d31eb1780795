package io.amoeba.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.lease.Claim;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TermFolderTest {

  @TempDir Path folder = Path.of("");

  private static Claim claim(long term) {
    return new Claim(term, "holder-" + term, "http://a:7070/", 1, false);
  }

  private static String kept(String what) {
    return new String(
        CheckedFile.bytes(CheckedFile.document(1).put("what", what)), StandardCharsets.UTF_8);
  }

  private TermFolder terms() {
    return new TermFolder(folder);
  }

  @Test
  void whatOneKeepsAllOthersRead() {
    assertThat(terms().newest()).isEmpty();
    assertThat(terms().take(claim(1))).isTrue();
    assertThat(terms().newest()).contains(claim(1));

    Claim renewed = new Claim(1, "holder-1", "http://a:7070/", 2, true);
    terms().keep(renewed);

    assertThat(terms().newest()).contains(renewed);
    assertThat(terms().take(claim(1))).as("taken before").isFalse();
    assertThat(terms().newest()).contains(renewed);
  }

  @Test
  void largestTermCountsAlsoWithMoreDigits() {
    for (long term : List.of(9, 10, 100)) {
      terms().take(claim(term));
    }
    terms().keep(claim(9));

    assertThat(terms().newest()).contains(claim(100));
  }

  @Test
  void ofManyThatTakeATermOneHasIt() throws Exception {
    ExecutorService takers = Executors.newFixedThreadPool(8);
    try {
      for (long term = 1; term <= 20; term++) {
        Claim wanted = claim(term);
        List<Callable<Boolean>> all =
            Stream.generate(() -> (Callable<Boolean>) () -> terms().take(wanted)).limit(8).toList();
        int taken = 0;
        for (Future<Boolean> one : takers.invokeAll(all)) {
          taken += one.get() ? 1 : 0;
        }
        assertThat(taken).isEqualTo(1);
      }
    } finally {
      takers.shutdownNow();
    }
  }

  @Test
  void termWhoseLeaderHasNotSpokenIsNobodys() throws IOException {
    terms().take(claim(1));
    Files.createDirectory(folder.resolve("term-0000000002"));
    assertThat(terms().newest()).contains(new Claim(2, "", "", 0, false));

    Files.writeString(folder.resolve("term-0000000002/leader.json"), "{\"holder\": ");
    assertThat(terms().newest()).contains(new Claim(2, "", "", 0, false));
  }

  @Test
  void damagedClaimIsNobodysAndNeverThatOfALeaderThatHasResigned() throws IOException {
    terms().take(claim(1));
    terms().keep(new Claim(1, "holder-1", "", 2, false));
    Path file = folder.resolve("term-0000000001/leader.json");
    String whole = Files.readString(file);

    Files.writeString(file, whole.replace("\"resigned\":false", "\"resigned\":true"));
    assertThat(terms().newest()).contains(new Claim(1, "", "", 0, false));
    Files.writeString(file, "");
    assertThat(terms().newest()).contains(new Claim(1, "", "", 0, false));

    terms().keep(claim(1));
    assertThat(terms().newest()).as("its leader lives").contains(claim(1));
  }

  @Test
  void claimOfALeaderThatKnewNoFormatIsUnderstoodAndOneOfALaterFormatIsNot() throws IOException {
    terms().take(claim(1));
    Path file = folder.resolve("term-0000000001/leader.json");
    Files.writeString(
        file,
        "{\"holder\":\"holder-1\",\"address\":\"http://a:7070/\",\"beat\":1,\"resigned\":false}");
    assertThat(terms().newest()).contains(claim(1));

    Files.write(file, CheckedFile.bytes(CheckedFile.document(2).put("holder", "holder-1")));
    assertThatThrownBy(() -> terms().newest())
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("is of format 2")
        .hasMessageContaining("update it");
  }

  @Test
  void damagedFileOfTheLastLeaderIsNotInherited() throws IOException {
    terms().take(claim(1));
    terms().inherit(1);
    Files.writeString(terms().placements(1), kept("placements"));
    Files.createFile(terms().plans(1));
    terms().take(claim(2));

    assertThatThrownBy(() -> terms().inherit(2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(terms().plans(1).toString())
        .hasMessageContaining("it is empty")
        .hasMessageContaining("move it away");
    assertThat(terms().placements(2)).doesNotExist();

    Files.writeString(terms().plans(1), kept("plans"));
    terms().inherit(2);
    assertThat(terms().plans(2)).hasContent(kept("plans"));
  }

  @Test
  void plansJournalsAndPlacementsAreInherited() throws IOException {
    terms().take(claim(1));
    terms().inherit(1);
    Files.writeString(terms().plans(1), kept("plans"));
    Files.writeString(StartFile.path(terms().plans(1)), kept("start"));
    Files.writeString(OperationFile.path(terms().plans(1)), kept("operation"));
    Files.writeString(terms().placements(1), kept("placements"));
    terms().take(claim(2));

    terms().inherit(2);

    assertThat(terms().plans(2)).hasContent(kept("plans"));
    assertThat(StartFile.path(terms().plans(2))).hasContent(kept("start"));
    assertThat(OperationFile.path(terms().plans(2))).hasContent(kept("operation"));
    assertThat(terms().placements(2)).hasContent(kept("placements"));
    assertThat(terms().newest()).contains(claim(2));
  }

  @Test
  void termThatNeverBeganIsPassedOver() throws IOException {
    terms().take(claim(1));
    terms().inherit(1);
    Files.writeString(terms().plans(1), kept("plans"));
    terms().take(claim(2));
    terms().take(claim(3));

    terms().inherit(3);

    assertThat(terms().plans(3)).hasContent(kept("plans"));
  }

  /** As on a shared disk that fails for a moment. */
  @Test
  void aTermThatCannotBeReadIsNotPassedOver() throws IOException {
    terms().take(claim(1));
    terms().inherit(1);
    Files.writeString(terms().plans(1), kept("old plans"));
    terms().take(claim(2));
    terms().inherit(2);
    Path mark = terms().plans(2).resolveSibling("inherited");
    Files.delete(mark);
    Files.createSymbolicLink(mark, mark.getFileName());
    terms().take(claim(3));

    assertThatThrownBy(() -> terms().inherit(3)).isInstanceOf(UncheckedIOException.class);

    assertThat(terms().plans(3)).doesNotExist();
  }

  @Test
  void whatHasEndedIsNotInheritedFromEarlierTerms() throws IOException {
    terms().take(claim(1));
    terms().inherit(1);
    Files.writeString(OperationFile.path(terms().plans(1)), kept("operation"));
    terms().take(claim(2));
    terms().inherit(2);
    Files.delete(OperationFile.path(terms().plans(2)));
    terms().take(claim(3));

    terms().inherit(3);

    assertThat(OperationFile.path(terms().plans(3))).doesNotExist();
  }

  @Test
  void writesOfAFormerLeaderAreInNobodysWay() throws IOException {
    terms().take(claim(1));
    terms().inherit(1);
    terms().take(claim(2));
    terms().inherit(2);

    Files.writeString(terms().plans(1), kept("late"));
    terms().keep(new Claim(1, "holder-1", "", 99, false));

    assertThat(terms().plans(2)).doesNotExist();
    assertThat(terms().newest()).contains(claim(2));
  }

  @Test
  void oldTermsAreRemoved() throws IOException {
    for (long term = 1; term <= 8; term++) {
      terms().take(claim(term));
      terms().inherit(term);
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "term-0000000005", "term-0000000006", "term-0000000007", "term-0000000008");
    }
  }

  @Test
  void folderThatIsGoneIsSaid() {
    TermFolder gone = new TermFolder(folder.resolve("gone"));

    assertThatThrownBy(gone::newest)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("gone");
    assertThatThrownBy(() -> gone.take(claim(1))).isInstanceOf(UncheckedIOException.class);
  }
}
