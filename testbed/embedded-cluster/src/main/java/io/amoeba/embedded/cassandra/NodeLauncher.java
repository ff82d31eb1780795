package io.amoeba.embedded.cassandra;

import io.amoeba.embedded.process.ConfigResource;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.process.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Writes a node's files and starts its process, or one of Cassandra's tools. Immutable. */
final class NodeLauncher {
  private static final List<String> FLAGS =
      ConfigResource.options(NodeLauncher.class, "jvm-server.options");

  /** Releases before 5.0 need an earlier one than this JVM's. */
  private static final Path JDK =
      Path.of(System.getProperty("amoeba.test.cassandra-jdk", System.getProperty("java.home")));

  private final ServerLauncher launcher;
  private final String classPath;
  private final CassandraSettings settings;
  private final CassandraYaml yaml;
  private final AtomicInteger tools = new AtomicInteger();

  NodeLauncher(
      ServerLauncher launcher, String classPath, CassandraSettings settings, CassandraYaml yaml) {
    this.launcher = launcher;
    this.classPath = classPath;
    this.settings = settings;
    this.yaml = yaml;
  }

  Path folder(NodeAddress address) {
    return settings
        .folders()
        .map(of -> of.apply(address.node()))
        .orElseGet(() -> launcher.runFolder().subfolder("cassandra/" + address.node()));
  }

  List<Path> dataFolders(NodeAddress address) {
    return IntStream.rangeClosed(1, settings.dataFolders())
        .mapToObj(number -> folder(address).resolve("data" + number))
        .toList();
  }

  /**
   * @param first whether the node is one of the first, which form the cluster
   */
  ServerProcess start(NodeAddress address, boolean first, StartOptions options) {
    Path folder = folder(address);
    write(
        folder, "cassandra.yaml", yaml.text(address, dataFolders(address), first, options.yaml()));
    write(
        folder,
        "cassandra-rackdc.properties",
        settings.locations().apply(address.node()).properties());
    write(folder, "logback.xml", ConfigResource.text(NodeLauncher.class, "logback.xml"));
    List<String> flags = new ArrayList<>(FLAGS);
    flags.add("-Xms" + settings.heapMegabytes() + "m");
    flags.add("-Xmx" + settings.heapMegabytes() + "m");
    flags.add("-Dcassandra.config=" + folder.resolve("cassandra.yaml").toUri());
    flags.add(
        "-Dcassandra-rackdc.properties=" + folder.resolve("cassandra-rackdc.properties").toUri());
    // Native libraries are unpacked there, and a killed process does not delete them.
    flags.add(
        "-Djava.io.tmpdir="
            + launcher.runFolder().subfolder("cassandra/%d/tmp".formatted(address.node())));
    flags.add("-Dcassandra.storagedir=" + folder);
    flags.add("-Dcassandra.logdir=" + folder);
    flags.add("-Dcassandra.jmx.local.port=" + address.jmxPort());
    flags.add("-Dlogback.configurationFile=" + folder.resolve("logback.xml"));
    flags.addAll(options.jvmArguments());
    List<String> entries = new ArrayList<>(List.of(classPath));
    options.extraJars().forEach(jar -> entries.add(jar.toString()));
    JavaCommand java =
        new JavaCommand(flags, entries, "org.apache.cassandra.service.CassandraDaemon", List.of());
    List<String> words = new ArrayList<>(options.prefix());
    words.addAll(java.words(options.javaHome() == null ? JDK : options.javaHome()));
    return launcher.start(ServerKind.CASSANDRA, "cassandra-" + address.node(), words);
  }

  /** Starts nodetool for a node; its output is its log. */
  ServerProcess startNodetool(NodeAddress address, List<String> arguments) {
    List<String> words =
        new ArrayList<>(List.of("-h", "127.0.0.1", "-p", Integer.toString(address.jmxPort())));
    words.addAll(arguments);
    List<String> flags =
        new ArrayList<>(List.of("-Xmx128m", "-XX:+UseSerialGC", JavaCommand.QUICK_START));
    FLAGS.stream().filter(flag -> flag.startsWith("--add-")).forEach(flags::add);
    // Otherwise it keeps its history in the user's home folder.
    flags.add("-Duser.home=" + folder(address));
    flags.add("-Dlogback.configurationFile=" + folder(address).resolve("nodetool-logback.xml"));
    write(
        folder(address),
        "nodetool-logback.xml",
        "<configuration><root level=\"OFF\"/></configuration>\n");
    JavaCommand java =
        new JavaCommand(flags, List.of(classPath), "org.apache.cassandra.tools.NodeTool", words);
    return launcher.start(
        ServerKind.TOOL,
        "nodetool-%d-%d".formatted(address.node(), tools.incrementAndGet()),
        java.words());
  }

  private static void write(Path folder, String file, String text) {
    ConfigResource.write(folder.resolve(file), List.of(text));
  }
}
