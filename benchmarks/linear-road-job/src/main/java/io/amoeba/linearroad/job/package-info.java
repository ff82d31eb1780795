/**
 * Linear Road as a Flink job: options and dataflow. The job's main thread builds the graph; all
 * else runs in task threads.
 */
@NullMarked
package io.amoeba.linearroad.job;

import org.jspecify.annotations.NullMarked;
