package io.amoeba.streaming.start;

import io.amoeba.agentchecks.EveryJavaChecks;

class EveryJavaIT extends EveryJavaChecks {

  EveryJavaIT() {
    super("Incremental streaming", "io/amoeba/streaming", 1);
  }
}
