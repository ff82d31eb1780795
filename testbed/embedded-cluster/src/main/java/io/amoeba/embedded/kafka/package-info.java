/** A real Kafka broker in KRaft mode. Safe for concurrent use. */
@NullMarked
package io.amoeba.embedded.kafka;

import org.jspecify.annotations.NullMarked;
