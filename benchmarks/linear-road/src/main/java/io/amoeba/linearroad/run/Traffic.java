package io.amoeba.linearroad.run;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where the input comes from. Immutable. */
public sealed interface Traffic {

  /**
   * Steady traffic from the generator.
   *
   * @param duration wall-clock time of feeding
   */
  record Generated(int expressways, long seed, Duration duration) implements Traffic {}

  /**
   * A file in the original format, and where the answers go.
   *
   * @param lines of the input
   */
  record FromFile(
      Path input, long lines, @Nullable Path historical, @Nullable Path segmentHistory, Path output)
      implements Traffic {}
}
