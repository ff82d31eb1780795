/**
 * The HTTP interface: placement protocol, state, plans, switches and the live page. Handlers run on
 * the server's threads.
 */
@NullMarked
package io.amoeba.coordinator.http;

import org.jspecify.annotations.NullMarked;
