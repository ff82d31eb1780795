/**
 * A member's side: what it holds for a joining node, and when it may say so; see
 * docs/design/incremental-join.md. Confined to Cassandra's gossip stage; all records are immutable.
 */
@NullMarked
package io.amoeba.streaming.protocol.member;

import org.jspecify.annotations.NullMarked;
