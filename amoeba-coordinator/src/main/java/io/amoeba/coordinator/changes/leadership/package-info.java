/**
 * Changes of the lead: a shard's primary does its work, or is restarted by people, as a replica,
 * while a replica leads in its place. The operation takes its steps on the thread of the
 * operations; everything else is immutable or stateless.
 */
@NullMarked
package io.amoeba.coordinator.changes.leadership;

import org.jspecify.annotations.NullMarked;
