/** Redis, Flink and Kafka as real processes. Types are safe for concurrent use by default. */
@NullMarked
package io.amoeba.embedded;

import org.jspecify.annotations.NullMarked;
