/** Benchmarks of package-private hooks of the read-hints agent. Confined to JMH's threads. */
@NullMarked
package io.amoeba.hints.hooks;

import org.jspecify.annotations.NullMarked;
