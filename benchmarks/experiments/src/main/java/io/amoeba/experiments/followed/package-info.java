/**
 * The lead of a Redis shard moves while its primary saves, and the routing of an aligned Flink job
 * follows, so that the job's requests stay on their nodes. Types are confined to one thread unless
 * they say otherwise.
 */
@NullMarked
package io.amoeba.experiments.followed;

import org.jspecify.annotations.NullMarked;
