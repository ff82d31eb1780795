/**
 * A real single-node Kafka broker in KRaft mode. Safe for concurrent use unless a type says
 * otherwise.
 */
@NullMarked
package io.amoeba.embedded.kafka;

import org.jspecify.annotations.NullMarked;
