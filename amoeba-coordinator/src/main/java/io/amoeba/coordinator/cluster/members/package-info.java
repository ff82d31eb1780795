/**
 * Makes sure that a server holds what primaries hold beside keys before it becomes a member or gets
 * hash slots: libraries of functions are copied, other differences that break jobs refuse the
 * change. Confined to the thread of the change.
 */
@NullMarked
package io.amoeba.coordinator.cluster.members;

import org.jspecify.annotations.NullMarked;
