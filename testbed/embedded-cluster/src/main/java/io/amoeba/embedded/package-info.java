/**
 * A Redis Cluster, a Flink cluster and a Kafka broker of real processes on one machine. Safe for
 * concurrent use unless a type says otherwise.
 */
@NullMarked
package io.amoeba.embedded;

import org.jspecify.annotations.NullMarked;
