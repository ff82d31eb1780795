/** Answers on their way to Kafka. Confined to task threads. */
@NullMarked
package io.amoeba.linearroad.job.answer;

import org.jspecify.annotations.NullMarked;
