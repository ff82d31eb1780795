/** Meters of fresh reads for applications with Micrometer. Safe for concurrent use. */
@NullMarked
package io.amoeba.freshreads.metrics;

import org.jspecify.annotations.NullMarked;
