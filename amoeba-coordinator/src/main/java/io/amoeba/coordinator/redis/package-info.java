/** The store's driver: Redis Cluster by lettuce. Confined to the control-loop thread. */
@NullMarked
package io.amoeba.coordinator.redis;

import org.jspecify.annotations.NullMarked;
