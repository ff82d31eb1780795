/**
 * Reads of a Redis primary and its replicas, with too little CPU time for one server
 * ("Decongestant: A Breath of Fresh Air for MongoDB Through Freshness-aware Reads", section 4).
 * Thread safety is documented per class.
 */
@NullMarked
package io.amoeba.experiments.freshreads;

import org.jspecify.annotations.NullMarked;
