/** Benchmarks of package-private hot paths of fresh reads. Confined to JMH's threads. */
@NullMarked
package io.amoeba.freshreads.read;

import org.jspecify.annotations.NullMarked;
