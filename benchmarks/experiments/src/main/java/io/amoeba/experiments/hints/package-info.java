/**
 * Reads move from one Cassandra node to another that served none, whose caches read hints have kept
 * warm (paper on read hints, section 4; dissertation 4.3). Thread safety is documented per class.
 */
@NullMarked
package io.amoeba.experiments.hints;

import org.jspecify.annotations.NullMarked;
