/**
 * The engine that carries out changes of store and job. An operation takes steps between durable
 * states. The runner has a thread of its own, {@code amoeba-operations}: it writes each state
 * before the next step, pauses and aborts at safe points, and continues after a restart or a change
 * of leader. Its other methods may be called by any thread.
 */
@NullMarked
package io.amoeba.coordinator.operations;

import org.jspecify.annotations.NullMarked;
