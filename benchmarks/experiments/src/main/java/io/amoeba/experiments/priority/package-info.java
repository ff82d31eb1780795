/**
 * Clients of the high class beside many of the low class, on a Cassandra node with too few CPUs for
 * all ("Priority-driven differentiated performance for NoSQL database-as-a-service", section 4).
 * Thread safety is documented per class.
 */
@NullMarked
package io.amoeba.experiments.priority;

import org.jspecify.annotations.NullMarked;
