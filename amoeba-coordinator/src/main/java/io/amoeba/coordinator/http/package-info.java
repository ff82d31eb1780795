/**
 * The HTTP interface: the placement protocol, state, plans, switches, meters and the live page.
 * Handlers run on the server's threads and wait for neither Flink nor Redis. Safe for concurrent
 * use.
 */
@NullMarked
package io.amoeba.coordinator.http;

import org.jspecify.annotations.NullMarked;
