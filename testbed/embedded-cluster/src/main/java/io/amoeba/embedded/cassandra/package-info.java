/**
 * Real Apache Cassandra nodes as child processes, each on its own loopback address. Safe for
 * concurrent use unless a type says otherwise.
 */
@NullMarked
package io.amoeba.embedded.cassandra;

import org.jspecify.annotations.NullMarked;
