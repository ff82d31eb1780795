package io.amoeba.streaming.joining;

import io.amoeba.streaming.ring.Reflection;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.progress.ProgressEvent;
import org.apache.cassandra.utils.progress.ProgressEventType;
import org.apache.cassandra.utils.progress.jmx.JMXProgressSupport;

/** {@code nodetool bootstrap resume}, which waits for the end of a bootstrap to be reported. */
final class ResumeMonitor {

  private ResumeMonitor() {}

  /** Lets it go: the join takes its own time, and other views of it are better. */
  static void release() {
    Reflection.read(
            StorageService.class,
            "progressSupport",
            StorageService.instance,
            JMXProgressSupport.class)
        .progress(
            "bootstrap",
            new ProgressEvent(
                ProgressEventType.COMPLETE,
                1,
                1,
                "The incremental join continues; nodetool status shows UN when it has ended"));
  }
}
