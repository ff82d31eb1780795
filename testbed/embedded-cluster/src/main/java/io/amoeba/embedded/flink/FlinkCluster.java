package io.amoeba.embedded.flink;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.process.ConfigResource;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.embedded.runtime.Runtimes;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * A Flink standalone session cluster: one JobManager on 127.0.0.1 and TaskManagers, number <i>i</i>
 * with the resource id {@code tm-i} on its own loopback address. Safe for concurrent use.
 */
public final class FlinkCluster {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);
  private static final List<String> JVM_OPTIONS =
      ConfigResource.options(FlinkCluster.class, "jvm.options");

  private final ServerLauncher launcher;
  private final FlinkSettings settings;
  private final IntFunction<String> hosts;
  private final List<String> classPath;
  private final Path configFolder;
  private final FlinkRest rest;
  private final FlinkJobs jobs;
  private volatile ServerProcess jobManager;
  private final Map<Integer, ServerProcess> taskManagers = new TreeMap<>();
  // Only the RPC path distinguishes the registration of a restarted TaskManager from the old one.
  private final Map<Integer, String> lastPath = new ConcurrentHashMap<>();

  /**
   * Starts the JobManager without waiting for it, but waits for the ZooKeeper if there is one.
   *
   * @param hosts address of each node number
   */
  public FlinkCluster(
      ServerLauncher launcher,
      Runtimes runtimes,
      FlinkSettings settings,
      FreePorts ports,
      IntFunction<String> hosts) {
    this.launcher = launcher;
    this.settings = settings;
    this.hosts = hosts;
    this.classPath =
        new ArrayList<>(List.of(runtimes.classPathEntry(settings.version().runtime())));
    settings.extraJars().forEach(jar -> classPath.add(jar.toAbsolutePath().toString()));
    int restPort = ports.next(FlinkConfigFile.HOST);
    this.configFolder = launcher.runFolder().subfolder("flink");
    FlinkConfigFile.write(
        configFolder,
        settings.isHighlyAvailable()
            ? settings.withConfig(ZooKeeperServer.start(launcher, classPath, ports, configFolder))
            : settings,
        ports.next(FlinkConfigFile.HOST),
        restPort);
    this.rest = new FlinkRest(URI.create("http://" + FlinkConfigFile.HOST + ":" + restPort));
    this.jobs = new FlinkJobs(rest);
    this.jobManager = launchJobManager();
  }

  /**
   * Starts a JobManager at the last one's addresses and waits until it answers. It knows no job
   * unless it is highly available; running TaskManagers register with it by themselves.
   *
   * @throws IllegalStateException if the last one still runs
   */
  public synchronized ServerProcess startJobManager() {
    if (jobManager.isAlive()) {
      throw new IllegalStateException("The JobManager already runs");
    }
    jobManager = launchJobManager();
    awaitJobManager();
    return jobManager;
  }

  private ServerProcess launchJobManager() {
    JavaCommand java =
        new JavaCommand(
            jvmFlags(settings.memory().jobManagerFlags(), Map.of()),
            classPath,
            "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
            List.of("--configDir", configFolder.toString()));
    return launcher.start(ServerKind.JOB_MANAGER, "job-manager", java.words());
  }

  /**
   * Starts a TaskManager without waiting for it.
   *
   * @throws IllegalStateException if it runs already
   */
  public synchronized ServerProcess launchTaskManager(int node) {
    ServerProcess old = taskManagers.get(node);
    if (old != null && old.isAlive()) {
      throw new IllegalStateException("TaskManager " + resourceId(node) + " already runs");
    }
    String host = settings.taskManagerHosts().orElse(hosts).apply(node);
    JavaCommand java =
        new JavaCommand(
            jvmFlags(taskManagerFlags(), settings.systemProperties().apply(node)),
            classPath,
            "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
            List.of(
                "--configDir",
                configFolder.toString(),
                "-Dtaskmanager.host=" + host,
                "-Dtaskmanager.bind-host=" + host,
                "-Dtaskmanager.resource-id=" + resourceId(node)));
    ServerProcess started =
        launcher.start(ServerKind.TASK_MANAGER, "task-manager-" + node, java.words());
    taskManagers.put(node, started);
    return started;
  }

  /** Waits until the JobManager answers. */
  public void awaitJobManager() {
    jobManager.awaitReady(START_TIMEOUT, () -> rest.get("/overview").has("taskmanagers"));
  }

  /** Waits until a launched TaskManager has registered with the JobManager. */
  public void awaitTaskManager(int node) {
    taskManager(node).awaitReady(START_TIMEOUT, () -> isRegistered(node));
  }

  private boolean isRegistered(int node) {
    for (JsonNode registered : rest.get("/taskmanagers").path("taskmanagers")) {
      if (registered.path("id").asText().equals(resourceId(node))) {
        String path = registered.path("path").asText();
        if (!path.equals(lastPath.get(node))) {
          lastPath.put(node, path);
          return true;
        }
      }
    }
    return false;
  }

  /** Starts a TaskManager and waits until it has registered. */
  public ServerProcess startTaskManager(int node) {
    ServerProcess started = launchTaskManager(node);
    awaitTaskManager(node);
    return started;
  }

  /**
   * @throws IllegalArgumentException if the TaskManager was never started
   */
  public synchronized ServerProcess taskManager(int node) {
    ServerProcess process = taskManagers.get(node);
    if (process == null) {
      throw new IllegalArgumentException(
          "There is no TaskManager %d; the numbers are %s".formatted(node, taskManagers.keySet()));
    }
    return process;
  }

  public ServerProcess jobManager() {
    return jobManager;
  }

  /** The resource id of a TaskManager, which Flink's REST interface calls its id. */
  public String resourceId(int node) {
    return "tm-" + node;
  }

  public URI restUrl() {
    return rest.url();
  }

  /** The answer to a GET request; the path starts with a slash. */
  public JsonNode get(String path) {
    return rest.get(path);
  }

  public FlinkJobs jobs() {
    return jobs;
  }

  private List<String> taskManagerFlags() {
    List<String> flags = new ArrayList<>(settings.memory().taskManagerFlags());
    if (settings.quickStart()) {
      flags.add(JavaCommand.QUICK_START);
    }
    return flags;
  }

  private static List<String> jvmFlags(List<String> memory, Map<String, String> properties) {
    List<String> flags = new ArrayList<>(memory);
    flags.addAll(JVM_OPTIONS);
    properties.forEach((key, value) -> flags.add("-D" + key + "=" + value));
    return flags;
  }
}
