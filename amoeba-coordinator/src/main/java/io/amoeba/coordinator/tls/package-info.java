/** How the coordinator, as a client, speaks TLS with Flink and Redis. */
@NullMarked
package io.amoeba.coordinator.tls;

import org.jspecify.annotations.NullMarked;
