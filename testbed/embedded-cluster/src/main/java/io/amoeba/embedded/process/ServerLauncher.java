package io.amoeba.embedded.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Starts servers as child processes in one run folder and ends them all on {@link #close()}, which
 * a shutdown hook calls at the latest. A guardian process ends them if this JVM is killed. Safe for
 * concurrent use.
 */
public final class ServerLauncher implements AutoCloseable {
  // On Ctrl-C a server may end a moment before this JVM's shutdown hook runs; that is no crash.
  private static final long CRASH_DELAY_MILLIS = 250;

  private final RunFolder runFolder;
  private final Consumer<ServerProcess> listener;
  private final Guardian guardian;
  private final List<ServerProcess> servers = new ArrayList<>();
  private final Thread shutdownHook = new Thread(this::end, "amoeba-servers-end");
  private volatile boolean closed;

  private ServerLauncher(RunFolder runFolder, Consumer<ServerProcess> listener, Guardian guardian) {
    this.runFolder = runFolder;
    this.listener = listener;
    this.guardian = guardian;
  }

  /**
   * Opens a launcher that owns the run folder.
   *
   * @param listener called on a thread of its own for each server that ends unexpectedly
   */
  public static ServerLauncher open(RunFolder runFolder, Consumer<ServerProcess> listener) {
    ServerLauncher launcher = new ServerLauncher(runFolder, listener, Guardian.start(runFolder));
    Runtime.getRuntime().addShutdownHook(launcher.shutdownHook);
    return launcher;
  }

  public RunFolder runFolder() {
    return runFolder;
  }

  /**
   * Starts a server without waiting; its output is appended to {@code <name>.log} in the run
   * folder.
   *
   * @param name unique among the running servers
   */
  public synchronized ServerProcess start(ServerKind kind, String name, List<String> command) {
    if (closed) {
      throw new ServerException("Cannot start " + name + ": the cluster is closed");
    }
    Path log = runFolder.logFile(name);
    try {
      Process process =
          new ProcessBuilder(shell("read go && exec </dev/null", command))
              .directory(runFolder.path().toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      ServerProcess server = new ServerProcess(kind, name, process, log);
      servers.removeIf(old -> !old.isAlive());
      servers.add(server);
      // The guardian knows the pid before the program starts, so it is never orphaned.
      guardian.watch(process);
      try (OutputStream go = process.getOutputStream()) {
        go.write('\n');
      }
      process
          .onExit()
          .thenRunAsync(
              () -> reportCrash(server),
              CompletableFuture.delayedExecutor(CRASH_DELAY_MILLIS, TimeUnit.MILLISECONDS));
      return server;
    } catch (IOException e) {
      throw new ServerException("Cannot start %s by %s".formatted(name, command), e);
    }
  }

  /**
   * A command line that a POSIX shell prepares and then becomes, with the same pid and start time.
   * Ctrl-C and the end of the terminal don't reach it: its parent decides what they mean.
   *
   * @param exec shell commands; the last one is an {@code exec}, which gets the command line
   */
  static List<String> shell(String exec, List<String> command) {
    List<String> words =
        new ArrayList<>(List.of("sh", "-c", "trap '' INT HUP; " + exec + " \"$@\"", "sh"));
    words.addAll(command);
    return words;
  }

  private void reportCrash(ServerProcess server) {
    if (!closed && !server.isEndRequested() && server.kind() != ServerKind.TOOL) {
      runFolder.keepLogs();
      listener.accept(server);
    }
  }

  /** Ends all servers, kind by kind in reverse order; then removes the run folder. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down: the hook runs, and end() acts once.
    }
    end();
  }

  private synchronized void end() {
    if (closed) {
      return;
    }
    closed = true;
    ServerKind[] kinds = ServerKind.values();
    for (int i = kinds.length - 1; i >= 0; i--) {
      ServerKind kind = kinds[i];
      List<ServerProcess> group = servers.stream().filter(server -> server.kind() == kind).toList();
      // Cassandra's data are deleted next: it has no time for an orderly end.
      group.forEach(
          kind == ServerKind.CASSANDRA ? ServerProcess::kill : ServerProcess::requestStop);
      group.forEach(ServerProcess::awaitStop);
    }
    try {
      runFolder.close();
    } finally {
      guardian.close();
    }
  }
}
