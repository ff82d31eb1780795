package io.amoeba.hints.hooks;

import io.amoeba.hints.capture.CapturedReads;
import io.amoeba.hints.settings.HintSettings;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.locator.ReplicaPlan;

/** What clients' threads need of the node's state. Neither locks nor allocates. */
record ReadCapture(HintSettings settings, CapturedReads captured) {

  void answered(ReadCommand command, ReplicaPlan.SharedForTokenRead plan) {
    if (settings.isCapturing() && !PaxosReads.isInside()) {
      captured.add(command, plan.get());
    }
  }

  void scanned(PartitionRangeReadCommand command, ReplicaPlan.ForRangeRead plan) {
    if (settings.isCapturingRanges()) {
      captured.add(command, plan);
    }
  }
}
