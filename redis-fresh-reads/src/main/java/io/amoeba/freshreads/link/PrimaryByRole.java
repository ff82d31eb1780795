package io.amoeba.freshreads.link;

import io.lettuce.core.RedisURI;
import io.lettuce.core.models.role.RedisInstance;
import io.lettuce.core.models.role.RedisMasterInstance;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which server is the primary, by what the servers themselves say. Immutable.
 *
 * <p>A server that was replaced and has come back says so, too, but has no replica any more: of
 * several primaries the one with the most replicas is it. Where two have equally many, each may
 * take writes that the other's replicas never see.
 */
final class PrimaryByRole {
  private final RedisURI primary;
  private final boolean alone;

  private PrimaryByRole(RedisURI primary, boolean alone) {
    this.primary = primary;
    this.alone = alone;
  }

  /**
   * The primary now.
   *
   * @param roles of the servers that answered
   * @param former what was known until now
   * @return null if no server says that it is the primary
   */
  static @Nullable PrimaryByRole of(
      List<RedisURI> nodes, Map<RedisURI, RedisInstance> roles, @Nullable PrimaryByRole former) {
    RedisURI best = null;
    int most = -1;
    boolean alone = true;
    for (RedisURI node : nodes) {
      RedisInstance role = roles.get(node);
      if (!(role instanceof RedisMasterInstance)) {
        continue;
      }
      int replicas = ((RedisMasterInstance) role).getReplicas().size();
      if (replicas > most) {
        best = node;
        most = replicas;
        alone = true;
      } else if (replicas == most) {
        alone = false;
        best = former != null && former.primary.equals(node) ? node : best;
      }
    }
    return best == null ? null : new PrimaryByRole(best, alone);
  }

  RedisURI primary() {
    return primary;
  }

  /** Whether no other server says so with the same right. */
  boolean isAlone() {
    return alone;
  }
}
