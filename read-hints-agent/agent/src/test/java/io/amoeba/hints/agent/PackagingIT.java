package io.amoeba.hints.agent;

import io.amoeba.agentchecks.PackagingChecks;
import io.amoeba.hints.protocol.batch.BatchDecoder;
import io.amoeba.hints.start.Premain;

class PackagingIT extends PackagingChecks {

  PackagingIT() {
    super("io/amoeba/hints", Premain.class, BatchDecoder.class);
  }
}
