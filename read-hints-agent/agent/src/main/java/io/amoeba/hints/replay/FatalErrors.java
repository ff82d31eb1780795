package io.amoeba.hints.replay;

import java.util.Optional;
import org.apache.cassandra.utils.JVMStabilityInspector;

/**
 * Errors that are not a hint's own, on threads that continue whatever a hint throws. A disk's error
 * is none of them: Cassandra's policy for failing disks is for reads that a client needs, and the
 * next client's read of that file applies it. Stateless.
 */
public final class FatalErrors {

  private FatalErrors() {}

  /**
   * Reports an error to Cassandra that concerns the whole process, as a heap that is full. Throws
   * it where Cassandra wants the thread to end.
   */
  public static void report(Throwable thrown) {
    in(thrown).ifPresent(JVMStabilityInspector::inspectThrowable);
  }

  static Optional<VirtualMachineError> in(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof VirtualMachineError fatal) {
        return Optional.of(fatal);
      }
    }
    return Optional.empty();
  }
}
