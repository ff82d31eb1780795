/**
 * Background work of Cassandra nodes, and reads that leave them meanwhile: the Cassandra half of
 * the experiment on leadership change. Thread safety is documented per class.
 */
@NullMarked
package io.amoeba.experiments.readshift;

import org.jspecify.annotations.NullMarked;
