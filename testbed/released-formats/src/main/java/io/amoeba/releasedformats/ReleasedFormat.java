package io.amoeba.releasedformats;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A format that outlives a process, or that processes of two releases speak to each other, with
 * samples of all that it can say. What each release has written for each sample is a line {@code
 * sample=text} of {@code FORMAT.txt} in the {@linkplain Release folder of the release}. Confined to
 * one thread.
 *
 * @param <T> what is written
 */
public final class ReleasedFormat<T> {

  /** In place of a text: that release cannot have written it, and need not understand it. */
  static final String UNKNOWN = "(unknown)";

  /**
   * Writes a value, as the product does.
   *
   * @param <T> of the value
   */
  @FunctionalInterface
  public interface Writer<T> {
    String write(T value) throws Exception;
  }

  /**
   * Reads a value, as the product does.
   *
   * @param <T> of the value
   */
  @FunctionalInterface
  public interface Reader<T> {
    T read(String text) throws Exception;
  }

  private final String name;
  private final Writer<T> writer;
  private final Reader<T> reader;
  private final Map<String, T> samples = new LinkedHashMap<>();
  private UnaryOperator<String> meaning = UnaryOperator.identity();

  /** A format without samples yet; its name is that of its files. */
  public ReleasedFormat(String name, Writer<T> writer, Reader<T> reader) {
    this.name = name;
    this.writer = writer;
    this.reader = reader;
  }

  /** With one more sample. Its name is never used again for another value. */
  public ReleasedFormat<T> sample(String sample, T value) {
    if (samples.put(sample, value) != null) {
      throw new IllegalArgumentException("there are two samples " + sample);
    }
    return this;
  }

  /** Two texts are the same if this makes the same text of them: the order of fields, say. */
  public ReleasedFormat<T> comparing(UnaryOperator<String> newMeaning) {
    meaning = newMeaning;
    return this;
  }

  /**
   * Today's code reads what each release has written, and writes what the newest one has written:
   * an upgrade and a rollback find nothing that is not understood.
   */
  public void check() throws Exception {
    check(releases());
  }

  /** What all releases have written, for tests of what a later one may add to it. */
  public List<String> texts() throws Exception {
    List<String> texts = new ArrayList<>();
    for (Release release : releases()) {
      texts.addAll(release.texts(name).values());
    }
    texts.removeIf(UNKNOWN::equals);
    assertThat(texts).as("what releases have written of %s", name).isNotEmpty();
    return texts;
  }

  private List<Release> releases() throws Exception {
    Optional<Release> made = Release.made();
    if (made.isPresent()) {
      keep(made.get());
    }
    return Release.all().stream().filter(release -> Files.exists(release.file(name))).toList();
  }

  void check(List<Release> releases) throws Exception {
    assertThat(releases).as("releases of which %s is kept", name).isNotEmpty();
    for (Release release : releases) {
      checkReading(release);
    }
    checkWriting(releases.get(releases.size() - 1));
  }

  private void checkReading(Release release) throws Exception {
    Map<String, String> kept = release.texts(name);
    assertThat(samples.keySet())
        .as("samples of %s that %s has written: they may still be there", name, release)
        .containsAll(kept.keySet());
    for (Map.Entry<String, T> sample : samples.entrySet()) {
      String text = kept.getOrDefault(sample.getKey(), UNKNOWN);
      if (!text.equals(UNKNOWN)) {
        T read = reader.read(text);
        if (!Objects.equals(read, sample.getValue())) {
          // Arrays, and what knows no equality.
          assertThat(read)
              .as("%s %s as %s has written it", name, sample.getKey(), release)
              .usingRecursiveComparison()
              .isEqualTo(sample.getValue());
        }
      }
    }
  }

  private void checkWriting(Release newest) throws Exception {
    Map<String, String> kept = newest.texts(name);
    assertThat(kept.keySet())
        .as(
            "samples of %s that %s knows: after a rollback it meets the others. If it need not"
                + " understand one, say so in docs/upgrading.md, and here by a line NAME=%s",
            name, newest, UNKNOWN)
        .containsAll(samples.keySet());
    for (Map.Entry<String, T> sample : samples.entrySet()) {
      String text = Objects.requireNonNull(kept.get(sample.getKey()));
      if (!text.equals(UNKNOWN)) {
        assertThat(meaning.apply(writer.write(sample.getValue())))
            .as("%s %s, which %s has to read", name, sample.getKey(), newest)
            .isEqualTo(meaning.apply(text));
      }
    }
  }

  /** Keeps what today's code writes, unless something is kept already. */
  void keep(Release release) throws Exception {
    Path file = release.file(name);
    if (Files.exists(file)) {
      return;
    }
    StringBuilder lines = new StringBuilder();
    for (Map.Entry<String, T> sample : samples.entrySet()) {
      String text = writer.write(sample.getValue());
      assertThat(text).as("%s %s", name, sample.getKey()).doesNotContain("\n", "\r");
      lines.append(sample.getKey()).append('=').append(text).append('\n');
    }
    Files.createDirectories(release.folder());
    Files.writeString(file, lines.toString());
  }
}
