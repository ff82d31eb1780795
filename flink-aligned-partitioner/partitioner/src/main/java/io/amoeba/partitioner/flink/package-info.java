/**
 * What a Flink job uses: {@link io.amoeba.partitioner.flink.AlignedRouting} for an aligned exchange
 * with ordered hand-over, {@link io.amoeba.partitioner.flink.AlignedPartitioner} for order-free
 * ones. Built on the client; runs in task threads.
 */
@NullMarked
package io.amoeba.partitioner.flink;

import org.jspecify.annotations.NullMarked;
