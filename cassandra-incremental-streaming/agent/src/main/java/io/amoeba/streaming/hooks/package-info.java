/** Where patched Cassandra methods come in; called by any of its threads. */
@NullMarked
package io.amoeba.streaming.hooks;

import org.jspecify.annotations.NullMarked;
