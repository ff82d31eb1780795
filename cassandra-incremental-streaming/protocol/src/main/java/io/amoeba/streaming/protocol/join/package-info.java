/**
 * The joining node's side: plans the steps and drives them through ports; see
 * docs/design/incremental-join.md. The driver is confined to one thread; all records are immutable.
 */
@NullMarked
package io.amoeba.streaming.protocol.join;

import org.jspecify.annotations.NullMarked;
