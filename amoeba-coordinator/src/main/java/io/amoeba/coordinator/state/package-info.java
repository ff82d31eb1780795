/**
 * What outlives the coordinator: maps that routers may be switching to. Locked by the publisher.
 */
@NullMarked
package io.amoeba.coordinator.state;

import org.jspecify.annotations.NullMarked;
