package io.amoeba.coordinator.cluster.members;

import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.members.MemberStore.Server;
import io.amoeba.coordinator.cluster.members.MemberStore.View;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.members.BusEncryption;
import io.amoeba.coordinator.members.FunctionLibrary;
import io.amoeba.coordinator.members.Libraries;
import io.amoeba.coordinator.members.MemberComparison;
import io.amoeba.coordinator.members.MemberDifference;
import io.amoeba.coordinator.members.MemberTraits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares servers with the primaries that they join, and copies libraries of functions to those
 * that get hash slots. ACL users and settings are never copied: whoever runs the server answers for
 * who may log in to it. Confined to one thread.
 */
public final class MemberPreparation {

  private static final Logger LOG = LoggerFactory.getLogger(MemberPreparation.class);

  private final MemberStore store;
  private final boolean tls;
  private final boolean atomic;

  /**
   * One that does not own the store.
   *
   * @param tls whether the coordinator connects with TLS
   * @param atomic whether hash slots may migrate atomically
   */
  public MemberPreparation(MemberStore store, boolean tls, boolean atomic) {
    this.store = store;
    this.tls = tls;
    this.atomic = atomic;
  }

  /** Why a server may not become a member that is to get hash slots. */
  public List<Problem> problems(ServerAddress server) {
    return compared(server, MemberComparison::beforeHashSlots);
  }

  /** Why a server may not take over a primary whose replica it becomes before. */
  public List<Problem> problemsOfReplica(ServerAddress server) {
    return compared(server, MemberComparison::beforeReplication);
  }

  private interface Comparison {
    List<MemberDifference> of(MemberTraits member, List<MemberTraits> primaries);
  }

  /** Whoever asks says of a server that does not answer more than this could. */
  private List<Problem> compared(ServerAddress address, Comparison comparison) {
    try {
      View seen = store.look(Set.of(), Set.of(address));
      return seen.at(address)
          .map(server -> breaking(server, comparison.of(server.traits(), seen.owners())))
          .orElse(List.of());
    } catch (MemberFailure e) {
      return List.of(e.problem());
    }
  }

  /**
   * Makes servers ready for hash slots. Those that own none yet must hold what primaries hold; all
   * get the libraries that they lack. Libraries that were copied stay when others cannot be: they
   * are those of the primaries.
   *
   * @param destinations ids of members; one that is no primary is passed over
   * @return why hash slots may not go there; none if they may
   */
  public List<Problem> prepare(Set<String> destinations) {
    List<Problem> problems = new ArrayList<>();
    try {
      View seen = store.look(destinations, Set.of());
      for (String id : new TreeSet<>(destinations)) {
        seen.server(id).ifPresent(server -> problems.addAll(differences(server, seen.owners())));
      }
      List<MemberTraits> all = seen.servers().stream().map(Server::traits).toList();
      problems.addAll(BusEncryption.problems(tls, atomic, all));
      if (problems.isEmpty() && copies(destinations, seen)) {
        problems.addAll(verified(destinations));
      }
    } catch (MemberFailure e) {
      problems.add(e.problem());
    }
    return problems;
  }

  private static List<Problem> differences(Server server, List<MemberTraits> owners) {
    return breaking(
        server,
        server.owner()
            ? Libraries.conflicts(server.traits(), owners)
            : MemberComparison.beforeHashSlots(server.traits(), owners));
  }

  private static List<Problem> breaking(Server server, List<MemberDifference> differences) {
    String address = server.address().toString();
    differences.forEach(found -> LOG.info("{} ({})", found.of(address).message(), found.effect()));
    return MemberComparison.breaking(address, differences);
  }

  /** Whether any library was copied. */
  private boolean copies(Set<String> destinations, View seen) {
    boolean copied = false;
    for (String id : destinations) {
      Server server = seen.server(id).orElse(null);
      if (server != null) {
        for (FunctionLibrary library : Libraries.missing(server.traits(), seen.owners())) {
          store.load(server.address(), library);
          LOG.info("{}: copied the function library {}", server.address(), library.name());
          copied = true;
        }
      }
    }
    return copied;
  }

  /** What was copied is compared again: a server may read the same source in another way. */
  private List<Problem> verified(Set<String> destinations) {
    List<Problem> problems = new ArrayList<>();
    View seen = store.look(destinations, Set.of());
    for (String id : destinations) {
      seen.server(id)
          .ifPresent(
              server -> {
                List<MemberTraits> owners = seen.owners();
                problems.addAll(breaking(server, Libraries.conflicts(server.traits(), owners)));
                Libraries.missing(server.traits(), owners)
                    .forEach(
                        library ->
                            problems.add(
                                Problem.error(
                                    "FUNCTION_LIBRARY_NOT_COPIED",
                                    server.address().toString(),
                                    "the function library '%s' was copied and is not there"
                                        .formatted(library.name()),
                                    "FUNCTION LOAD it there.")));
              });
    }
    return problems;
  }
}
