/**
 * Files that outlive the coordinator: placement maps, plans, the state of the open operation, the
 * command that starts a server, and the terms of several coordinators. Except for the folder of
 * terms, the owner of a file locks it.
 */
@NullMarked
package io.amoeba.coordinator.state;

import org.jspecify.annotations.NullMarked;
