/** Redis Clusters in containers, for experiments. Confined to the experiment's thread. */
@NullMarked
package io.amoeba.experiments.redis;

import org.jspecify.annotations.NullMarked;
