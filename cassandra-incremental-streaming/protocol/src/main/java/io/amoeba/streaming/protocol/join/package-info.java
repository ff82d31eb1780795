/**
 * The joining node's side: plans the steps and drives them through ports; see ADR 0005. The driver
 * is confined to one thread; all records are immutable.
 */
@NullMarked
package io.amoeba.streaming.protocol.join;

import org.jspecify.annotations.NullMarked;
