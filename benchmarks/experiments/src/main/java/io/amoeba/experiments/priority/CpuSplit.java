package io.amoeba.experiments.priority;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * CPUs for the nodes, and others for their clients, so that neither takes time of the other. By
 * affinity ({@code taskset} of Linux): a CPU quota would stop a node for a part of each period.
 * Immutable.
 *
 * @param nodes those of each node; empty: nodes share all CPUs with their clients
 * @param clients empty as {@code nodes} is
 * @param note for the result, what is shared and why; empty: nothing
 */
record CpuSplit(List<List<Integer>> nodes, List<Integer> clients, String note) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";
  private static final long PATIENCE_SECONDS = 30;

  /** Of the CPUs of this process; each node gets so many, 0: all are shared. */
  static CpuSplit of(int nodes, int each) {
    return each > 0 && !runs(List.of("taskset", "--version"))
        ? shared("there is no taskset")
        : of(allowed(), nodes, each);
  }

  /** With too few CPUs for all nodes, but enough for one, nodes share those of one. */
  static CpuSplit of(List<Integer> allowed, int nodes, int each) {
    if (each == 0) {
      return shared("as --node-cpus says");
    }
    if (allowed.size() <= each) {
      return shared("this process has %d".formatted(allowed.size()));
    }
    boolean own = allowed.size() > nodes * each;
    List<List<Integer>> lists =
        IntStream.range(0, nodes)
            .map(node -> own ? node * each : 0)
            .mapToObj(first -> allowed.subList(first, first + each))
            .toList();
    return new CpuSplit(
        lists,
        allowed.subList(own ? nodes * each : each, allowed.size()),
        own ? "" : "all nodes share the same CPUs: this process has %d".formatted(allowed.size()));
  }

  private static CpuSplit shared(String why) {
    return new CpuSplit(List.of(), List.of(), "nodes share all CPUs with their clients: " + why);
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
    return !clients.isEmpty();
  }

  /** Words before the command line of a node, from 1. */
  List<String> prefix(int node) {
    return isSplit() ? List.of("taskset", "-c", text(nodes.get(node - 1))) : List.of();
  }

  /** The threads of this process, its clients, run on their CPUs until this is closed. */
  final class Moved implements AutoCloseable {
    private Moved() {
      move(clients);
    }

    @Override
    public void close() {
      move(
          Stream.concat(nodes.stream().flatMap(List::stream), clients.stream())
              .distinct()
              .toList());
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
    return isSplit()
        ? "nodes on CPUs %s, clients on %s%s"
            .formatted(
                nodes.stream().map(CpuSplit::text).distinct().collect(Collectors.joining("; ")),
                text(clients),
                note.isEmpty() ? "" : "; " + note)
        : note;
  }
}
