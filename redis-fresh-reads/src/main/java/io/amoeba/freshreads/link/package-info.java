/**
 * Connections of fresh reads by lettuce: one to each replica, whose proof ends with it, and one to
 * each primary for heartbeats. Safe for concurrent use; connections are kept by one timer thread.
 */
@NullMarked
package io.amoeba.freshreads.link;

import org.jspecify.annotations.NullMarked;
