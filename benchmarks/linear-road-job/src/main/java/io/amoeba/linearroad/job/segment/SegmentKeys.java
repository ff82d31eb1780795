package io.amoeba.linearroad.job.segment;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Holds a {@link SegmentTable} that is made where it is used, on the task manager. Confined to the
 * task thread.
 */
public final class SegmentKeys implements Serializable {
  private static final long serialVersionUID = 1L;

  private transient @Nullable SegmentTable table;

  /** The table's keys. */
  public SegmentTable table() {
    SegmentTable made = table;
    if (made == null) {
      made = new SegmentTable();
      table = made;
    }
    return made;
  }
}
