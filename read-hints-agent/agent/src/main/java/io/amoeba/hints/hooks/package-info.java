/** Where patched Cassandra methods come in, and what they reach. Called by any of its threads. */
@NullMarked
package io.amoeba.hints.hooks;

import org.jspecify.annotations.NullMarked;
