package io.amoeba.experiments.priority;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * CPUs for the node, and others for its clients, so that neither takes time of the other. By
 * affinity ({@code taskset} of Linux): a CPU quota would stop a node for a part of each period.
 * Immutable.
 *
 * @param node empty: it shares all CPUs with its clients
 * @param clients empty as {@code node} is
 * @param note for the result, why they share; empty if they do not
 */
record CpuSplit(List<Integer> node, List<Integer> clients, String note) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";
  private static final long PATIENCE_SECONDS = 30;

  /** Of the CPUs of this process; the node gets so many, 0: they are shared. */
  static CpuSplit of(int forNode) {
    if (forNode == 0) {
      return shared("as --node-cpus says");
    }
    List<Integer> allowed = allowed();
    if (allowed.size() <= forNode) {
      return shared("this process has %d only".formatted(allowed.size()));
    }
    if (!runs(List.of("taskset", "--version"))) {
      return shared("there is no taskset");
    }
    return new CpuSplit(allowed.subList(0, forNode), allowed.subList(forNode, allowed.size()), "");
  }

  private static CpuSplit shared(String why) {
    return new CpuSplit(List.of(), List.of(), "the node shares all CPUs with its clients: " + why);
  }

  /** By default two for the node, or one on a machine with fewer than four. */
  static int usual(int cpus) {
    return cpus < 2 ? 0 : cpus < 4 ? 1 : 2;
  }

  private static List<Integer> allowed() {
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith(ALLOWED))
          .map(line -> parse(line.substring(ALLOWED.length()).strip()))
          .findFirst()
          .orElse(List.of());
    } catch (IOException e) {
      // Another system than Linux.
      return List.of();
    }
  }

  /** A list as the kernel writes it: {@code 0-3,8}. */
  static List<Integer> parse(String list) {
    List<Integer> all = new ArrayList<>();
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", -1);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
        all.add(cpu);
      }
    }
    return all;
  }

  boolean isSplit() {
    return !node.isEmpty();
  }

  /** Words before the node's command line. */
  List<String> nodePrefix() {
    return isSplit() ? List.of("taskset", "-c", text(node)) : List.of();
  }

  /** The threads of this process, its clients, run on their CPUs until this is closed. */
  final class Moved implements AutoCloseable {
    private Moved() {
      move(clients);
    }

    @Override
    public void close() {
      List<Integer> all = new ArrayList<>(node);
      all.addAll(clients);
      move(all);
    }

    private void move(List<Integer> to) {
      if (isSplit()
          && !runs(
              List.of("taskset", "-acp", text(to), Long.toString(ProcessHandle.current().pid())))) {
        throw new IllegalStateException("taskset cannot move this process to CPUs " + to);
      }
    }
  }

  Moved moveClients() {
    return new Moved();
  }

  private static String text(List<Integer> cpus) {
    return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static boolean runs(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public String toString() {
    return isSplit() ? "node on CPUs %s, clients on %s".formatted(text(node), text(clients)) : note;
  }
}
