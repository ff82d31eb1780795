/**
 * The engine that carries out changes of store and job: operations are steps between durable
 * states; one runner takes the steps, writes each state before the next step, pauses and aborts at
 * safe points, and continues after a restart or a change of leader.
 */
@NullMarked
package io.amoeba.coordinator.operations;

import org.jspecify.annotations.NullMarked;
