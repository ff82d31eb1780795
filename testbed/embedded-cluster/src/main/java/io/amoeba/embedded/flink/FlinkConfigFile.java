package io.amoeba.embedded.flink;

import io.amoeba.embedded.process.ConfigResource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes {@code config.yaml}, the one configuration of all processes of a cluster. */
final class FlinkConfigFile {
  static final String HOST = "127.0.0.1";

  private FlinkConfigFile() {}

  /** Writes the file into this folder. */
  static void write(Path folder, FlinkSettings settings, int rpcPort, int restPort) {
    Map<String, String> config =
        ConfigResource.properties(FlinkConfigFile.class, "flink.properties");
    config.put("jobmanager.rpc.port", Integer.toString(rpcPort));
    config.put("rest.port", Integer.toString(restPort));
    config.put("rest.bind-port", Integer.toString(restPort));
    // With Flink's default, "*", every web page that is open on this machine may run a jar here.
    config.put("web.access-control-allow-origin", "http://" + HOST + ":" + restPort);
    config.put("io.tmp.dirs", folder.resolve("tmp").toString());
    config.put("web.upload.dir", folder.resolve("upload").toString());
    config.put("blob.storage.directory", folder.resolve("blobs").toString());
    config.put("process.working-dir", folder.resolve("work").toString());
    config.put("execution.checkpointing.dir", folder.resolve("checkpoints").toUri().toString());
    config.put(
        "execution.checkpointing.savepoint-dir", folder.resolve("savepoints").toUri().toString());
    config.putAll(settings.memory().taskManagerConfig());
    config.putAll(settings.config());
    List<String> lines =
        config.entrySet().stream()
            // Single quotes make every value a YAML string; a quote inside is doubled.
            .map(entry -> entry.getKey() + ": '" + entry.getValue().replace("'", "''") + "'")
            .toList();
    ConfigResource.write(folder.resolve("config.yaml"), lines);
  }
}
