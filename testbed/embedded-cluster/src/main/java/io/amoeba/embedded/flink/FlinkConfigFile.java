package io.amoeba.embedded.flink;

import io.amoeba.embedded.process.ServerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes {@code config.yaml}, the one configuration of all processes of a cluster. */
final class FlinkConfigFile {
  static final String HOST = "127.0.0.1";

  private FlinkConfigFile() {}

  /** Writes the file and returns the folder that it lies in. */
  static Path write(Path folder, FlinkSettings settings, int rpcPort, int restPort) {
    Map<String, String> config = new LinkedHashMap<>();
    config.put("jobmanager.rpc.address", HOST);
    config.put("jobmanager.rpc.port", Integer.toString(rpcPort));
    config.put("jobmanager.bind-host", HOST);
    config.put("rest.address", HOST);
    config.put("rest.bind-address", HOST);
    config.put("rest.port", Integer.toString(restPort));
    config.put("rest.bind-port", Integer.toString(restPort));
    // With Flink's default, "*", every web page that is open on this machine may run a jar here.
    config.put("web.access-control-allow-origin", "http://" + HOST + ":" + restPort);
    putFolders(config, folder);
    putQuickReactions(config);
    config.put("execution.checkpointing.storage", "filesystem");
    config.put("restart-strategy.type", "fixed-delay");
    config.put("restart-strategy.fixed-delay.attempts", Integer.toString(Integer.MAX_VALUE));
    config.put("restart-strategy.fixed-delay.delay", "500 ms");
    config.put("taskmanager.load-balance.mode", "SLOTS");
    config.putAll(settings.memory().taskManagerConfig());
    config.putAll(settings.config());
    List<String> lines =
        config.entrySet().stream()
            // Single quotes make every value a YAML string; a quote inside is doubled.
            .map(entry -> entry.getKey() + ": '" + entry.getValue().replace("'", "''") + "'")
            .toList();
    try {
      Files.write(folder.resolve("config.yaml"), lines);
      return folder;
    } catch (IOException e) {
      throw new ServerException("Cannot write the Flink configuration to " + folder, e);
    }
  }

  private static void putFolders(Map<String, String> config, Path folder) {
    config.put("io.tmp.dirs", folder.resolve("tmp").toString());
    config.put("web.upload.dir", folder.resolve("upload").toString());
    config.put("blob.storage.directory", folder.resolve("blobs").toString());
    config.put("process.working-dir", folder.resolve("work").toString());
    config.put("execution.checkpointing.dir", folder.resolve("checkpoints").toUri().toString());
    config.put(
        "execution.checkpointing.savepoint-dir", folder.resolve("savepoints").toUri().toString());
  }

  /**
   * The defaults are for large clusters; with them a change would show after seconds. Plain numbers
   * are milliseconds.
   */
  private static void putQuickReactions(Map<String, String> config) {
    config.put("web.refresh-interval", "500");
    config.put("rest.cache.execution-graph.timeout", "500");
    config.put("metrics.fetcher.update-interval", "1000");
    config.put("heartbeat.interval", "1000");
    // A killed TaskManager is noticed by failed calls, sooner; this is for a machine short of CPU,
    // where a process may not run for seconds.
    config.put("heartbeat.timeout", "20000");
    // As long may the JobManager look for the metrics of a lost TaskManager, and it reads no others
    // meanwhile.
    config.put("pekko.ask.timeout", "20 s");
    // A TaskManager that is up before the JobManager would else try again only after 10 s.
    config.put("cluster.registration.error-delay", "300");
  }
}
