package io.amoeba.shift.agent;

import io.amoeba.agentchecks.PackagingChecks;
import io.amoeba.shift.protocol.work.AnnouncedWork;
import io.amoeba.shift.start.Premain;

class PackagingIT extends PackagingChecks {

  PackagingIT() {
    super("io/amoeba/shift", Premain.class, AnnouncedWork.class);
  }
}
