/** Real Cassandra nodes as processes, each on its own address. Safe for concurrent use. */
@NullMarked
package io.amoeba.embedded.cassandra;

import org.jspecify.annotations.NullMarked;
