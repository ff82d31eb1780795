package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.member.HeldJoin;
import io.amoeba.streaming.protocol.member.HeldJoinCodec;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What survives a member's crashes; a mutant writes it late. */
final class MemberDisk {

  private static final String TRUNCATIONS = "truncations";

  private final World world;
  private final int node;
  private final SimulatedDisk disk;

  /** In Cassandra's own table, which is forced: the joining node's normal tokens. */
  int done;

  /** In the same table: where the joining node is; -1 if that is not known. */
  int address = -1;

  MemberDisk(World world, int node) {
    this.world = world;
    this.node = node;
    disk = new SimulatedDisk(world);
  }

  Truncations truncations() {
    return disk.read(TRUNCATIONS)
        .map(text -> readable(() -> Truncations.decode(text)))
        .orElse(Truncations.NONE);
  }

  void save(Truncations truncations) {
    disk.write(TRUNCATIONS, truncations.encode());
  }

  HeldJoin held(UUID host) {
    return disk.read(host.toString())
        .map(text -> readable(() -> HeldJoinCodec.decode(text)))
        .orElseGet(() -> HeldJoin.nothing(0));
  }

  /** By host. */
  SortedMap<UUID, HeldJoin> allHeld() {
    SortedMap<UUID, HeldJoin> all = new TreeMap<>();
    for (String name : disk.names()) {
      if (!name.equals(TRUNCATIONS)) {
        UUID host = UUID.fromString(name);
        all.put(host, held(host));
      }
    }
    return all;
  }

  Stream<UUID> plans() {
    return allHeld().values().stream()
        .flatMap(held -> held.announcement().stream())
        .map(Announcement::plan);
  }

  /** The table first, as the agent does it. */
  void save(UUID host, HeldJoin next) {
    if (world.mutant == Mutant.ACKNOWLEDGED_BEFORE_DISK) {
      world.mayCrash();
      world.network.on(
          node,
          world.time.between(0, 3000),
          () -> {
            saveTable(next);
            put(host, next);
          });
      world.mayCrash();
    } else {
      disk.write(host.toString(), HeldJoinCodec.encode(next), () -> saveTable(next));
    }
  }

  private void saveTable(HeldJoin next) {
    next.announcement().ifPresent(last -> done = world.ring.mask(last.done()));
    if (!next.endpoint().isEmpty()) {
      address = Ring.node(next.endpoint()) - world.ring.joiningNode;
    }
  }

  /** Without a member that writes it. */
  void put(UUID host, HeldJoin held) {
    disk.put(host.toString(), HeldJoinCodec.encode(held));
  }

  /** Another host has another disk. */
  void forgetJoins() {
    allHeld().keySet().forEach(host -> disk.remove(host.toString()));
    done = 0;
    address = -1;
  }

  void killed() {
    disk.killed();
  }

  private static <T> T readable(Supplier<T> read) {
    try {
      return read.get();
    } catch (MalformedTextException e) {
      throw new Violation(Violation.Kind.DAMAGED_FILE, "a member's: " + e.getMessage());
    }
  }
}
