/** Tests of the meters that start no server. Single-threaded. */
@NullMarked
package io.amoeba.freshreads.metrics;

import org.jspecify.annotations.NullMarked;
