package io.amoeba.coordinator.cluster.members;

import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.List;

/** Whether a server may become a member of the store. Confined to one thread. */
@FunctionalInterface
public interface MemberCheck {

  /** Every server may. */
  MemberCheck NONE = server -> List.of();

  /** Why it may not; none if it may. */
  List<Problem> problems(ServerAddress server);
}
