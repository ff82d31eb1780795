/** Tests of fresh reads that start no server. Single-threaded. */
@NullMarked
package io.amoeba.freshreads.link;

import org.jspecify.annotations.NullMarked;
