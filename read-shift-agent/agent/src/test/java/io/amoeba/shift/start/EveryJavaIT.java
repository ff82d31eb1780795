package io.amoeba.shift.start;

import io.amoeba.agentchecks.EveryJavaChecks;

class EveryJavaIT extends EveryJavaChecks {

  EveryJavaIT() {
    super("Read shift", "io/amoeba/shift", 0);
  }
}
