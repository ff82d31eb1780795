/**
 * The drivers of Redis Cluster, by lettuce, with one pool of connections. The monitor is confined
 * to the control-loop thread, drivers that change the cluster to the thread that carries out
 * operations.
 */
@NullMarked
package io.amoeba.coordinator.redis;

import org.jspecify.annotations.NullMarked;
