package io.amoeba.embedded.cassandra;

import io.amoeba.embedded.process.JavaCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The JVM flags that Cassandra's own start script would set, and those that make it start fast. */
final class CassandraJvm {
  // Cassandra's conf/jvm17-server.options.
  private static final List<String> EXPORTS =
      List.of(
          "java.base/jdk.internal.misc",
          "java.base/java.lang.ref",
          "java.management.rmi/com.sun.jmx.remote.internal.rmi",
          "java.rmi/sun.rmi.registry",
          "java.rmi/sun.rmi.server",
          "java.sql/java.sql",
          "jdk.unsupported/sun.misc",
          "jdk.compiler/com.sun.tools.javac.file",
          "jdk.attach/sun.tools.attach");
  private static final List<String> OPENS =
      List.of(
          "java.base/java.lang.module",
          "java.base/jdk.internal.loader",
          "java.base/jdk.internal.ref",
          "java.base/jdk.internal.reflect",
          "java.base/jdk.internal.math",
          "java.base/jdk.internal.module",
          "java.base/jdk.internal.util.jar",
          "jdk.management/com.sun.management.internal",
          "java.base/sun.nio.ch",
          "java.base/java.io",
          "java.base/java.lang.reflect",
          "jdk.compiler/com.sun.tools.javac",
          "java.base/java.lang",
          "java.base/java.util");

  private CassandraJvm() {}

  /** Flags of a server; the settings' own arguments are not among them. */
  static List<String> serverFlags(CassandraSettings settings) {
    List<String> flags = new ArrayList<>();
    // As in Cassandra's own jvm-server.options: its assertions are a part of what users run.
    flags.add("-ea");
    flags.add("-da:net.openhft...");
    flags.add("-Xms" + settings.heapMegabytes() + "m");
    flags.add("-Xmx" + settings.heapMegabytes() + "m");
    flags.add("-XX:+UseSerialGC");
    flags.add(JavaCommand.QUICK_START);
    flags.add("-XX:+ExitOnOutOfMemoryError");
    flags.add("-XX:+PerfDisableSharedMem");
    flags.add("-Djdk.attach.allowAttachSelf=true");
    flags.add("-Dio.netty.tryReflectionSetAccessible=true");
    flags.addAll(moduleFlags());
    flags.add("-Dcassandra.ring_delay_ms=" + settings.ringDelay().toMillis());
    // Nothing waits for gossip to calm down after a start: it costs 8 s.
    flags.add("-Dcassandra.skip_wait_for_gossip_to_settle=0");
    flags.add("-Dcassandra.superuser_setup_delay_ms=0");
    flags.add("-Dcassandra.shutdown_announce_in_ms=0");
    // Else it closes its standard output, which is its log, when it is up.
    flags.add("-Dcassandra-foreground=yes");
    return flags;
  }

  static List<String> toolFlags() {
    List<String> flags =
        new ArrayList<>(List.of("-Xmx128m", "-XX:+UseSerialGC", JavaCommand.QUICK_START));
    flags.addAll(moduleFlags());
    return flags;
  }

  private static List<String> moduleFlags() {
    return Stream.concat(
            EXPORTS.stream().map(part -> "--add-exports=" + part + "=ALL-UNNAMED"),
            OPENS.stream().map(part -> "--add-opens=" + part + "=ALL-UNNAMED"))
        .toList();
  }
}
