package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.handover.EdgeMessage.Announcement;
import io.amoeba.partitioner.handover.EdgeMessage.Carried;
import io.amoeba.partitioner.handover.Routed.MarkerKind;
import io.amoeba.partitioner.placement.protocol.Finished;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A gate as a value: every field of its {@link GateLedger}, the records that it keeps, those that
 * its function has begun, and what it reports. Drives ledger and {@link HoldBuffer} as the gate's
 * operator does. Immutable.
 */
public record CheckedGate(
    int subtask,
    List<Object> ledger,
    List<Carried> kept,
    List<Carried> begun,
    long finishedEpoch,
    long finishedCohort,
    SortedMap<Integer, Long> ended) {

  /** What a step does: the gate after it, what was begun and completed in it, why it refused. */
  public record Step(
      CheckedGate gate, List<Carried> begun, List<Carried> completed, @Nullable String refused) {}

  /** A gate that has restored an epoch and records. Every restored record is begun. */
  public static Step restored(int subtask, long epoch, List<Carried> records, SwitchedOff off) {
    GateLedger ledger = new GateLedger(epoch);
    List<Routed<Carried>> routed = records.stream().map(Carried::routed).toList();
    Work work =
        new Work(
            new CheckedGate(subtask, copy(ledger), List.of(), List.of(), -1, 0, new TreeMap<>()),
            ledger,
            new HoldBuffer<>(routed),
            off);
    work.release();
    if (off != SwitchedOff.GATES_AWAITED_AFTER_RESTORE) {
      work.flush();
    }
    return work.end();
  }

  /** Takes a record or a marker; {@code cohort} is the hash of the routers that there are. */
  public Step take(EdgeMessage message, long cohort, SwitchedOff off) {
    Work work = work(off);
    if (message instanceof Carried) {
      work.record((Carried) message);
    } else {
      work.marker((Announcement) message, cohort);
    }
    return work.end();
  }

  /** Hears from the coordinator who has finished. */
  public Step hear(List<Finished> finished, SwitchedOff off) {
    Work work = work(off);
    work.ledger.onReports(work.weakened(finished));
    work.release();
    return work.end();
  }

  /** Its function completes what it has begun. */
  public Step complete(SwitchedOff off) {
    Work work = work(off);
    work.flush();
    return work.end();
  }

  /** Takes its part of a checkpoint. */
  public Step checkpoint(int id, SwitchedOff off) {
    Work work = work(off);
    if (off != SwitchedOff.FLUSHED_BEFORE_CHECKPOINT) {
      work.flush();
    }
    work.ledger.onSnapshot(id);
    return work.end();
  }

  /** Hears that a checkpoint is complete. */
  public Step checkpointed(int id, SwitchedOff off) {
    Work work = work(off);
    if (off == SwitchedOff.CHECKPOINT_AFTER_MARKERS) {
      work.ledger.onSnapshot(id);
    }
    work.ledger.onCheckpointComplete(id);
    work.release();
    return work.end();
  }

  /** The newest epoch that it has seen. */
  public long newestEpoch() {
    return paste(ledger).newestEpoch();
  }

  private Work work(SwitchedOff off) {
    HoldBuffer<Carried> held = new HoldBuffer<>(List.of());
    kept.forEach(record -> held.add(record.routed()));
    return new Work(this, paste(ledger), held, off);
  }

  /** A gate in one step. */
  private static final class Work {
    private final CheckedGate before;
    private final GateLedger ledger;
    private final HoldBuffer<Carried> held;
    private final SwitchedOff off;
    private final List<Carried> unfinished;
    private final List<Carried> begunNow = new ArrayList<>();
    private final List<Carried> completedNow = new ArrayList<>();
    private final TreeMap<Integer, Long> ended;
    private long finishedEpoch;
    private long finishedCohort;
    private @Nullable String refused;

    Work(CheckedGate before, GateLedger ledger, HoldBuffer<Carried> held, SwitchedOff off) {
      this.before = before;
      this.ledger = ledger;
      this.held = held;
      this.off = off;
      this.unfinished = new ArrayList<>(before.begun);
      this.ended = new TreeMap<>(before.ended);
      this.finishedEpoch = before.finishedEpoch;
      this.finishedCohort = before.finishedCohort;
    }

    void record(Carried record) {
      Routed<Carried> routed = record.routed();
      if (off == SwitchedOff.RECORDS_KEPT || ledger.mayProcess(routed)) {
        begin(record);
      } else {
        held.add(routed);
      }
    }

    void marker(Announcement announcement, long cohort) {
      boolean last;
      try {
        last = ledger.onMarker(announcement.epoch(), announcement.marker());
      } catch (IllegalStateException e) {
        refused = e.getMessage();
        return;
      }
      if (announcement.kind() == MarkerKind.ENDED
          && announcement.router() % announcement.routers() == before.subtask) {
        ended.put(announcement.router(), announcement.incarnation());
      }
      release();
      Long cohortHash = ledger.cohortHash();
      if (last && cohortHash != null) {
        if (off != SwitchedOff.FLUSHED_BEFORE_FINISHED) {
          flush();
        }
        finishedEpoch = ledger.newestEpoch();
        finishedCohort = cohortHash;
      } else if (off == SwitchedOff.ALL_MARKERS_BEFORE_FINISHED
          && announcement.kind() == MarkerKind.SWITCHED) {
        flush();
        finishedEpoch = announcement.epoch();
        finishedCohort = cohort;
      }
    }

    List<Finished> weakened(List<Finished> finished) {
      Long cohort = ledger.cohortHash();
      if (cohort == null) {
        return finished;
      }
      return finished.stream()
          .map(
              report ->
                  new Finished(
                      report.subtask(),
                      off == SwitchedOff.REPORTS_OF_OWN_EPOCH
                          ? ledger.newestEpoch()
                          : report.epoch(),
                      off == SwitchedOff.REPORTS_OF_OWN_COHORT ? cohort : report.cohort()))
          .toList();
    }

    void release() {
      for (Routed<Carried> next = held.pollFirst(ledger);
          next != null;
          next = held.pollFirst(ledger)) {
        begin(Objects.requireNonNull(next.value));
      }
    }

    private void begin(Carried record) {
      unfinished.add(record);
      begunNow.add(record);
    }

    void flush() {
      completedNow.addAll(unfinished);
      unfinished.clear();
    }

    Step end() {
      List<Carried> kept = new ArrayList<>();
      held.forEach(routed -> kept.add(Objects.requireNonNull(routed.value)));
      return new Step(
          new CheckedGate(
              before.subtask,
              copy(ledger),
              List.copyOf(kept),
              List.copyOf(unfinished),
              finishedEpoch,
              finishedCohort,
              Collections.unmodifiableSortedMap(ended)),
          List.copyOf(begunNow),
          List.copyOf(completedNow),
          refused);
    }
  }

  /** Every field of a ledger, whatever its fields are. */
  private static List<Object> copy(GateLedger ledger) {
    List<Object> values = new ArrayList<>();
    for (Field field : fields()) {
      try {
        Object value = field.get(ledger);
        values.add(value instanceof long[] ? toList((long[]) value) : copy(value));
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }
    return List.copyOf(values);
  }

  private static GateLedger paste(List<Object> values) {
    GateLedger ledger = new GateLedger(0);
    int next = 0;
    for (Field field : fields()) {
      try {
        Object value = values.get(next++);
        field.set(ledger, field.getType() == long[].class ? toArray(value) : copy(value));
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }
    return ledger;
  }

  private static List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    for (Field field : GateLedger.class.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
        field.setAccessible(true);
        fields.add(field);
      }
    }
    return fields;
  }

  private static Object copy(Object value) {
    if (value instanceof BitSet) {
      return ((BitSet) value).clone();
    }
    if (value instanceof Map) {
      return new TreeMap<>((Map<?, ?>) value);
    }
    if (value instanceof List || value instanceof Number || value instanceof Boolean) {
      return value;
    }
    throw new AssertionError("the ledger has a field of " + value.getClass() + ": copy it here");
  }

  private static List<Long> toList(long[] values) {
    List<Long> list = new ArrayList<>();
    for (long value : values) {
      list.add(value);
    }
    return List.copyOf(list);
  }

  private static long[] toArray(Object values) {
    return ((List<?>) values).stream().mapToLong(value -> (Long) value).toArray();
  }
}
