/** Benchmarks of what is package-private in the read-hints agent. Confined to JMH's threads. */
@NullMarked
package io.amoeba.hints.hooks;

import org.jspecify.annotations.NullMarked;
