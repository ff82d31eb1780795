package io.amoeba.experiments.freshreads;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * A share of the reads goes to a replica, drawn at random as MongoDB's clients do; the others go to
 * the primary. Nothing is checked. Safe for concurrent use.
 *
 * @param share 0 to 1, asked for each read
 */
record SharedPath(Nodes nodes, DoubleSupplier share) implements ReadPath {
  @Override
  public CompletionStage<Reply> read(int client, String key, Command command) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    boolean toReplica = random.nextDouble() < share.getAsDouble();
    return command
        .sendTo(
            toReplica
                ? nodes.replicas().get(random.nextInt(nodes.replicas().size())).async()
                : nodes.cluster().async())
        .thenApply(value -> new Reply(value, toReplica, 0));
  }
}
