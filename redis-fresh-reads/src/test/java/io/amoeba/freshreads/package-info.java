/** Tests of fresh reads that start no server. Single-threaded. */
@NullMarked
package io.amoeba.freshreads;

import org.jspecify.annotations.NullMarked;
