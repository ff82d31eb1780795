package io.amoeba.priority.agent;

import io.amoeba.agentchecks.PackagingChecks;
import io.amoeba.priority.protocol.admission.AdmissionGate;
import io.amoeba.priority.start.Premain;

class PackagingIT extends PackagingChecks {

  PackagingIT() {
    super("io/amoeba/priority", Premain.class, AdmissionGate.class);
  }
}
