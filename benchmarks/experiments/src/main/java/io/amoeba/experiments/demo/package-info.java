/**
 * The demo of Cassandra: shows a join and moves of reads live, and judges claims about them at the
 * end. Confined to the main thread.
 */
@NullMarked
package io.amoeba.experiments.demo;

import org.jspecify.annotations.NullMarked;
