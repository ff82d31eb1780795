/** Benchmarks of package-private hot paths; each type says how it may be shared. */
@NullMarked
package io.amoeba.partitioner.handover;

import org.jspecify.annotations.NullMarked;
