package io.amoeba.streaming.protocol.join;

/**
 * What a join's sessions have brought and know, since this start of the node. Immutable.
 *
 * @param bytesDone received, of steps that are done or under way
 * @param done all data of the steps that are done
 * @param announced those data of the others whose senders have told how much they are
 */
public record Streamed(long bytesDone, Volume done, Volume announced) {

  static final Streamed NOTHING = new Streamed(0, Volume.NONE, Volume.NONE);
}
