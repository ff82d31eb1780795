/**
 * Messages between a joining node and the members of its cluster; see
 * docs/design/incremental-join.md. Immutable.
 */
@org.jspecify.annotations.NullMarked
package io.amoeba.streaming.protocol;
