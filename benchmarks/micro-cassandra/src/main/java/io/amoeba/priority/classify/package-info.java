/**
 * Benchmarks of what is package-private in the request-priority agent. Confined to JMH's threads.
 */
@NullMarked
package io.amoeba.priority.classify;

import org.jspecify.annotations.NullMarked;
