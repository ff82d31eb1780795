package io.amoeba.coordinator.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Background work of all servers, as of the newest snapshot. Safe for concurrent use. */
final class UpkeepApi implements HttpApi {

  /** The answer; no shards before the first tick. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Upkeep(@Nullable Long snapshotMillis, List<Shard> shards) {

    static final Upkeep NONE = new Upkeep(null, List.of());

    static Upkeep of(ClusterSnapshot snapshot) {
      return new Upkeep(
          snapshot.at().toEpochMilli(),
          snapshot.primaries().stream()
              .sorted(Comparator.comparing(Primary::address))
              .map(Shard::of)
              .toList());
    }
  }

  /** Its primary first. */
  record Shard(int hashSlotCount, List<Server> servers) {
    static Shard of(Primary primary) {
      List<Server> servers = new ArrayList<>();
      servers.add(Server.of(primary));
      primary.replicas().all().stream()
          .sorted(Comparator.comparing(Replica::address))
          .forEach(replica -> servers.add(Server.of(replica)));
      return new Shard(primary.hashSlotCount(), servers);
    }
  }

  /** Who leads is the primary. */
  enum ServerRole {
    PRIMARY,
    REPLICA
  }

  record Server(
      String id,
      String host,
      int port,
      ServerRole role,
      @Nullable Long lagSeconds,
      @Nullable Long lagBytes,
      @Nullable UpkeepJson upkeep) {

    static Server of(Primary primary) {
      return new Server(
          primary.id(),
          primary.host(),
          primary.port(),
          ServerRole.PRIMARY,
          null,
          null,
          UpkeepJson.of(primary.upkeep()));
    }

    static Server of(Replica replica) {
      return new Server(
          replica.id(),
          replica.host(),
          replica.port(),
          ServerRole.REPLICA,
          SnapshotJson.known(replica.lagSeconds()),
          SnapshotJson.known(replica.lagBytes()),
          UpkeepJson.of(replica.upkeep()));
    }
  }

  private final Knowledge knowledge;

  UpkeepApi(Knowledge knowledge) {
    this.knowledge = knowledge;
  }

  @Override
  public void register(RoutesConfig routes) {
    routes.get("/api/v1/upkeep", this::upkeep, Access.READ);
  }

  private void upkeep(Context context) {
    JsonBody.write(
        context,
        knowledge.finding().map(Knowledge.Finding::snapshot).map(Upkeep::of).orElse(Upkeep.NONE));
  }
}
