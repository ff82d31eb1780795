/**
 * Replacement of primaries: an empty server joins the cluster, copies a primary as its replica, and
 * takes over by a manual failover. One operation runs on the runner's thread; the drivers of {@link
 * io.amoeba.coordinator.cluster.ClusterAdmin} and everything that is mutable are confined to it.
 * The planner is stateless.
 */
@NullMarked
package io.amoeba.coordinator.changes.failover;

import org.jspecify.annotations.NullMarked;
