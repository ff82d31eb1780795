/** The servers of a Redis Cluster: what each of them says, and the port to change them by. */
@NullMarked
package io.amoeba.coordinator.cluster;

import org.jspecify.annotations.NullMarked;
