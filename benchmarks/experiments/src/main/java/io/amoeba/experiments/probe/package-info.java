/**
 * What runs in small containers beside Cassandra nodes while they are measured: it watches and
 * steers them by JMX, which a node offers to its own address only, and prints lines of JSON.
 * Confined to the main thread; what is printed is immutable.
 */
@NullMarked
package io.amoeba.experiments.probe;

import org.jspecify.annotations.NullMarked;
