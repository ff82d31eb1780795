/**
 * Who gains and who loses which range, and Cassandra's token metadata as the protocol wants it.
 * Safe for concurrent use.
 */
@NullMarked
package io.amoeba.streaming.ring;

import org.jspecify.annotations.NullMarked;
