/**
 * How fast each sender sends while a node joins: by what clients feel, or as operators want. No
 * safety depends on it. Rules and figures, without Cassandra; docs/adr/0025 says why.
 */
@NullMarked
package io.amoeba.streaming.protocol.pace;

import org.jspecify.annotations.NullMarked;
