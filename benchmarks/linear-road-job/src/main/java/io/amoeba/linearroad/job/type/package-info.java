/**
 * Flink types whose serializers are written by hand. Serializers are stateless, safe for concurrent
 * use.
 */
@NullMarked
package io.amoeba.linearroad.job.type;

import org.jspecify.annotations.NullMarked;
