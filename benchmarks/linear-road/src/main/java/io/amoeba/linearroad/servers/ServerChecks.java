package io.amoeba.linearroad.servers;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.flink.FlinkJobs;
import io.amoeba.linearroad.job.history.StoreContents;
import io.amoeba.linearroad.observe.CoordinatorClient;
import io.amoeba.linearroad.observe.CoordinatorState;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** Checks external servers before anything is changed on them. Stateless. */
final class ServerChecks {
  private static final int TIMEOUT_MILLIS = 10_000;

  private ServerChecks() {}

  /** Everything that prevents a run, for people. */
  static List<String> problems(ExternalServers servers, int taskSlots) throws InterruptedException {
    List<String> problems = new ArrayList<>();
    Endpoints endpoints = servers.endpoints();
    flink(endpoints, taskSlots, problems);
    kafka(endpoints, problems);
    redis(endpoints, servers.emptyRedis(), problems);
    coordinator(endpoints, problems);
    if (!Files.isWritable(endpoints.workFolder())) {
      problems.add(
          "--shared-folder %s cannot be written: mount it here and in all of Flink's containers"
              .formatted(endpoints.workFolder()));
    }
    return problems;
  }

  private static void flink(Endpoints servers, int taskSlots, List<String> problems) {
    try {
      JsonNode overview = FlinkJobs.at(servers.flink()).get("/overview");
      int free = overview.path("slots-available").asInt();
      if (free < taskSlots) {
        problems.add(
            "Flink at %s has %d free task slots, and this run needs %d: start TaskManagers, end other jobs, or use fewer --nodes"
                .formatted(servers.flink(), free, taskSlots));
      }
    } catch (RuntimeException e) {
      problems.add("--flink %s does not respond: %s".formatted(servers.flink(), e.getMessage()));
    }
  }

  private static void kafka(Endpoints servers, List<String> problems) throws InterruptedException {
    try (Admin admin =
        Admin.create(
            Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                servers.kafka(),
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                TIMEOUT_MILLIS,
                // Closing waits as long for a request without a response.
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                TIMEOUT_MILLIS))) {
      admin.describeCluster().nodes().get();
    } catch (ExecutionException | RuntimeException e) {
      problems.add("--kafka %s does not respond: %s".formatted(servers.kafka(), e));
    }
  }

  private static void redis(Endpoints servers, boolean empty, List<String> problems) {
    try (StoreContents contents = StoreContents.connect(servers.redis())) {
      long keys = contents.keys();
      if (keys > 0 && !empty) {
        problems.add(
            "Redis at %s holds %d keys, which would mix with those of the run: use an empty Redis Cluster, or --empty-redis to remove everything in it"
                .formatted(String.join(",", servers.redis()), keys));
      }
    } catch (RuntimeException e) {
      problems.add(
          "--redis %s does not respond as a cluster: %s"
              .formatted(String.join(",", servers.redis()), e.getMessage()));
    }
  }

  private static void coordinator(Endpoints servers, List<String> problems)
      throws InterruptedException {
    CoordinatorClient coordinator = new CoordinatorClient(servers.coordinator());
    try {
      if (!coordinator.isHealthy()) {
        problems.add(
            "--coordinator %s responds, but not as a coordinator".formatted(coordinator.url()));
      } else {
        CoordinatorState unused = coordinator.state(); // needs the token, if one is required
      }
    } catch (IOException e) {
      problems.add(
          "--coordinator %s does not respond as a coordinator: %s".formatted(coordinator.url(), e));
    }
  }
}
