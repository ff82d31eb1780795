/** Tests of fresh reads that start no server. Single-threaded. */
@NullMarked
package io.amoeba.freshreads.read;

import org.jspecify.annotations.NullMarked;
