package io.amoeba.priority.start;

import io.amoeba.agentchecks.EveryJavaChecks;

class EveryJavaIT extends EveryJavaChecks {

  EveryJavaIT() {
    super("Request priority", "io/amoeba/priority", 0);
  }
}
