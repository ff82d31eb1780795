package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.members.ClaimFault;
import io.amoeba.coordinator.members.ServerVersion;
import java.util.Map;
import java.util.Optional;

/**
 * What a server's process says of itself that stays as it is while it runs. Immutable.
 *
 * @param run its run id
 * @param keepsMarks whether SETSLOT leaves its marks of hash slots whose owner claims them no more
 * @param countsHiddenKeys whether it counts keys of hash slots that it neither owns nor imports
 * @param severalDatabases whether it may have databases beside 0 in cluster mode
 */
record RunningServer(
    String run, boolean keepsMarks, boolean countsHiddenKeys, boolean severalDatabases) {

  /** Seen on 8.6.3, not on 7.2.6; atomic migrations, which leave such keys, came with 8.4. */
  private static final ServerVersion.Patch HIDING = new ServerVersion.Patch(8, 4, 0);

  private static boolean hidesKeys(ServerVersion version) {
    return !version.valkey() && version.patch().compareTo(HIDING) >= 0;
  }

  /** Reads an answer to INFO with the section "server". */
  static RunningServer read(String info) {
    Map<String, String> fields = ServerInfoReader.fields(info);
    Optional<ServerVersion> version = ServerVersion.of(fields);
    return new RunningServer(
        fields.getOrDefault("run_id", ""),
        version
            .flatMap(ClaimFault::of)
            .filter(fault -> fault == ClaimFault.LASTING_MARKS)
            .isPresent(),
        version.filter(RunningServer::hidesKeys).isEmpty(),
        version.filter(known -> known.isValkey(9, 0)).isPresent());
  }
}
