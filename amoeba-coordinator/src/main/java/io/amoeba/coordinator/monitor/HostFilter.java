package io.amoeba.coordinator.monitor;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.text.HostSyntax;
import io.amoeba.coordinator.text.PrintableText;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes out of what both systems say whatever is called a host and is none, before anything is
 * derived from it. Confined to one thread, for one snapshot.
 */
final class HostFilter {

  private final List<RefusedHost> refused = new ArrayList<>();

  /** All that was taken out so far. */
  List<RefusedHost> refused() {
    return List.copyOf(refused);
  }

  /**
   * The view, in which subtasks without a usable host are nowhere, and their operators unsettled.
   */
  StreamView checked(StreamView view) {
    if (!(view instanceof StreamView.Found found)) {
      return view;
    }
    StreamJob job = found.job();
    return new StreamView.Found(
        job.with(job.operators().stream().map(this::checked).toList()),
        found.free().stream()
            .filter(free -> isHost("Flink, for task manager " + free.taskManager(), free.host()))
            .toList());
  }

  private StreamOperator checked(StreamOperator operator) {
    List<Subtask> subtasks = new ArrayList<>();
    boolean settled = operator.settled();
    for (Subtask subtask : operator.subtasks()) {
      String source = "Flink, for subtask %d of %s".formatted(subtask.index(), operator.name());
      // A subtask that is not deployed has no host yet.
      boolean usable = subtask.host().isEmpty() || isHost(source, subtask.host());
      settled &= usable;
      subtasks.add(usable ? subtask : subtask.on(""));
    }
    return operator.with(subtasks, settled);
  }

  /** The view without servers that have no usable host. */
  StoreView checked(StoreView view) {
    return view instanceof StoreView.Found found
        ? new StoreView.Found(
            checked(found.primaries()), checked(found.empty()), found.load(), found.disowned())
        : view;
  }

  private List<Primary> checked(List<Primary> primaries) {
    List<Primary> checked = new ArrayList<>();
    for (Primary primary : primaries) {
      String source = "Redis, for node " + primary.id();
      if (isHost(source, primary.host())) {
        checked.add(
            new Primary(
                primary.id(),
                primary.host(),
                primary.port(),
                primary.otherHosts().stream().filter(host -> isHost(source, host)).toList(),
                primary.hashSlots(),
                primary.keys(),
                primary.memory(),
                primary.version(),
                primary.fit(),
                checked(primary.replicas()),
                primary.upkeep()));
      }
    }
    return checked;
  }

  /** Nothing is derived from replicas, so that a wrong host is no reason to stop planning. */
  private static Replicas checked(Replicas replicas) {
    return new Replicas(
        replicas.all().stream().filter(replica -> HostSyntax.isHost(replica.host())).toList(),
        replicas.readShare());
  }

  /** Whether it is a host; otherwise it is noted who has named it. */
  boolean isHost(String source, String host) {
    boolean usable = HostSyntax.isHost(host);
    if (!usable) {
      refused.add(new RefusedHost(PrintableText.line(source), PrintableText.line(host)));
    }
    return usable;
  }
}
