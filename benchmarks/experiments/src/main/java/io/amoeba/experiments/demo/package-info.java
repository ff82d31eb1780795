/**
 * What the demo of Cassandra shows of a join and of read hints while they go on, and what it claims
 * of them in the end. Confined to the main thread.
 */
@NullMarked
package io.amoeba.experiments.demo;

import org.jspecify.annotations.NullMarked;
