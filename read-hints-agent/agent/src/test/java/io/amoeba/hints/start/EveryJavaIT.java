package io.amoeba.hints.start;

import io.amoeba.agentchecks.EveryJavaChecks;

class EveryJavaIT extends EveryJavaChecks {

  EveryJavaIT() {
    super("Read hints", "io/amoeba/hints", 0);
  }
}
