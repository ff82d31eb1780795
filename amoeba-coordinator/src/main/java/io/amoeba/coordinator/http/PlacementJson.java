package io.amoeba.coordinator.http;

import io.amoeba.coordinator.changes.routing.Publication;
import io.amoeba.partitioner.placement.DocumentLimits;
import io.amoeba.partitioner.placement.protocol.PlacementWriter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The protocol's text form of what is published. The last one is kept, since every task manager
 * gets the same bytes. Safe for concurrent use.
 */
final class PlacementJson {

  private static final Logger LOG = LoggerFactory.getLogger(PlacementJson.class);

  private record Written(Publication publication, byte[] bytes) {}

  private final AtomicReference<Written> last = new AtomicReference<>();
  private final AtomicBoolean saidTooLarge = new AtomicBoolean();
  private final long term;

  /** The text of the leader of a term; 0: there are no terms. */
  PlacementJson(long term) {
    this.term = term;
  }

  byte[] bytes(Publication publication) {
    Written written = last.get();
    if (written == null || written.publication() != publication) {
      written = new Written(publication, write(publication));
      last.set(written);
    }
    return written.bytes();
  }

  private byte[] write(Publication publication) {
    byte[] bytes = PlacementWriter.write(publication.document(term));
    if (bytes.length > DocumentLimits.MAX_BYTES && !saidTooLarge.getAndSet(true)) {
      LOG.error(
          "the placement document has {} bytes, and task managers refuse more than {}: too many"
              + " edges and subtasks for one coordinator",
          bytes.length,
          DocumentLimits.MAX_BYTES);
    }
    return bytes;
  }
}
