/** From Kafka records to position reports and queries with event time. Confined to task threads. */
@NullMarked
package io.amoeba.linearroad.job.source;

import org.jspecify.annotations.NullMarked;
