/**
 * Brings input into Kafka at the pace of a clock or of the job. Sources and feeders are confined to
 * one thread; progress may be read by any thread.
 */
@NullMarked
package io.amoeba.linearroad.feed;

import org.jspecify.annotations.NullMarked;
