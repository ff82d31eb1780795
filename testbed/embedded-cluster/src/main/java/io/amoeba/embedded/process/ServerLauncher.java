package io.amoeba.embedded.process;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Starts servers as child processes in one run folder and ends them all on {@link #close()}. A
 * guardian process ends them if this JVM dies without closing. Safe for concurrent use.
 */
public final class ServerLauncher implements AutoCloseable {
  // On Ctrl-C a server may end a moment before this JVM's shutdown hook runs; that is no crash.
  private static final long CRASH_DELAY_MILLIS = 250;

  private final RunFolder runFolder;
  private final Consumer<ServerProcess> listener;
  private final Guardian guardian;
  private final List<ServerProcess> servers = new ArrayList<>();
  private volatile boolean closed;

  private ServerLauncher(RunFolder runFolder, Consumer<ServerProcess> listener, Guardian guardian) {
    this.runFolder = runFolder;
    this.listener = listener;
    this.guardian = guardian;
  }

  /** Opens a launcher that owns the run folder: closing the one closes the other. */
  public static ServerLauncher open(RunFolder runFolder, Consumer<ServerProcess> listener) {
    return new ServerLauncher(runFolder, listener, Guardian.start(runFolder));
  }

  public RunFolder runFolder() {
    return runFolder;
  }

  /**
   * Starts a server; its output is appended to {@code <name>.log} in the run folder. Does not wait.
   */
  public synchronized ServerProcess start(ServerCommand command) {
    if (closed) {
      throw new ServerException("Cannot start " + command.name() + ": the cluster is closed");
    }
    var log = runFolder.logFile(command.name());
    try {
      Process process =
          new ProcessBuilder(ShellWrapper.heldBack(command.command()))
              .directory(runFolder.path().toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      ServerProcess server = new ServerProcess(command, process, log);
      servers.removeIf(old -> !old.isAlive());
      servers.add(server);
      // The guardian knows the pid before the program begins, so there is no moment in which it
      // could be orphaned.
      guardian.watch(process);
      try (OutputStream go = process.getOutputStream()) {
        go.write('\n');
      }
      process.onExit().thenRunAsync(() -> reportCrash(server), delayed());
      return server;
    } catch (IOException e) {
      throw new ServerException(
          "Cannot start %s by %s".formatted(command.name(), command.command()), e);
    }
  }

  private static java.util.concurrent.Executor delayed() {
    return CompletableFuture.delayedExecutor(CRASH_DELAY_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void reportCrash(ServerProcess server) {
    if (!closed && !server.isEndRequested() && server.kind() != ServerKind.TOOL) {
      runFolder.keepLogs();
      listener.accept(server);
    }
  }

  /**
   * Ends all servers, kind by kind in reverse order, whatever state they are in; then removes the
   * run folder.
   */
  @Override
  public void close() {
    List<ServerProcess> left;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      left = List.copyOf(servers);
    }
    ServerKind[] kinds = ServerKind.values();
    for (int i = kinds.length - 1; i >= 0; i--) {
      ServerKind kind = kinds[i];
      List<ServerProcess> group = left.stream().filter(server -> server.kind() == kind).toList();
      group.forEach(ServerProcess::requestStop);
      group.forEach(ServerProcess::awaitStop);
    }
    try {
      runFolder.close();
    } finally {
      guardian.close();
    }
  }
}
