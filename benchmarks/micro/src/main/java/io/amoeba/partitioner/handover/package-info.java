/** Benchmarks of package-private hot paths. Confined to JMH's threads. */
@NullMarked
package io.amoeba.partitioner.handover;

import org.jspecify.annotations.NullMarked;
