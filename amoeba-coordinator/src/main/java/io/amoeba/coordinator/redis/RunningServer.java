package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.doctor.ClaimFault;
import io.amoeba.coordinator.members.ServerVersion;
import java.util.Map;

/**
 * What a server's process says of itself that stays as it is while it runs. Immutable.
 *
 * @param run its run id
 * @param keepsMarks whether SETSLOT leaves its marks of hash slots whose owner claims them no more
 * @param severalDatabases whether it may have databases beside 0 in cluster mode
 */
record RunningServer(String run, boolean keepsMarks, boolean severalDatabases) {

  /** Reads an answer to INFO with the section "server". */
  static RunningServer read(String info) {
    Map<String, String> fields = ServerSightReader.fields(info);
    var version = ServerVersion.of(fields);
    return new RunningServer(
        fields.getOrDefault("run_id", ""),
        version
            .flatMap(ClaimFault::of)
            .filter(fault -> fault == ClaimFault.LASTING_MARKS)
            .isPresent(),
        version.filter(known -> known.isValkey(9, 0)).isPresent());
  }
}
