package io.amoeba.streaming.agent;

import io.amoeba.agentchecks.PackagingChecks;
import io.amoeba.streaming.protocol.join.JoinDriver;
import io.amoeba.streaming.start.Premain;

class PackagingIT extends PackagingChecks {

  PackagingIT() {
    super("io/amoeba/streaming", Premain.class, JoinDriver.class);
  }
}
