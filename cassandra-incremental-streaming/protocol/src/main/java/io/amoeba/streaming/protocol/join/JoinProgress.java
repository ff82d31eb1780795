package io.amoeba.streaming.protocol.join;

import java.util.List;
import java.util.Optional;

/**
 * A join at one moment, for operators. Immutable.
 *
 * @param step the step's number, from 1; {@code steps} when all are done
 * @param steps how many there are
 * @param tokensDone how many tokens of the node are done
 * @param tokensTotal how many it will have
 * @param senders of the step that stream at the moment
 * @param bytesDone of the step, so far
 * @param bytesTotal of the step, as far as its sessions know
 * @param streamed the same of the whole join
 * @param ahead the first step after it that streams already, if one does
 * @param missing members that are waited for, with the reason of each
 * @param reason why it waits, or what it does
 * @param paused whether a pause was asked for; it takes effect before the next sender starts
 */
public record JoinProgress(
    JoinPhase phase,
    long epoch,
    int step,
    int steps,
    int tokensDone,
    int tokensTotal,
    List<String> senders,
    long bytesDone,
    long bytesTotal,
    Streamed streamed,
    Optional<Ahead> ahead,
    List<String> missing,
    String reason,
    boolean paused) {

  /**
   * A step that streams, or has data, while one before it is under way.
   *
   * @param step its number, from 1
   */
  public record Ahead(
      int step, JoinPhase phase, List<String> senders, long bytesDone, long bytesTotal) {

    public Ahead {
      senders = List.copyOf(senders);
    }

    @Override
    public String toString() {
      return "step %d: %s, %d of %d bytes from %s"
          .formatted(step, phase, bytesDone, bytesTotal, senders);
    }
  }

  public JoinProgress {
    senders = List.copyOf(senders);
    missing = List.copyOf(missing);
  }

  /**
   * What a join's sessions have brought and know, since this start of the node. Immutable.
   *
   * @param bytesDone received, of steps that are done or under way
   * @param done all data of the steps that are done
   * @param announced those data of the others whose senders have announced their size
   */
  public record Streamed(long bytesDone, DataSize done, DataSize announced) {

    static final Streamed NOTHING = new Streamed(0, DataSize.NONE, DataSize.NONE);
  }

  /**
   * Data whose size is known.
   *
   * @param share the ranges that they are of, as a share of the ring, summed over keyspaces
   * @param bytes their size
   */
  public record DataSize(double share, long bytes) {

    public static final DataSize NONE = new DataSize(0, 0);

    DataSize plus(DataSize other) {
      return new DataSize(share + other.share, bytes + other.bytes);
    }
  }
}
