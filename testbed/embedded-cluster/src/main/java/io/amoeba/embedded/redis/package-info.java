/**
 * Real redis-server processes that form a Redis Cluster. Safe for concurrent use unless a type says
 * otherwise.
 */
@NullMarked
package io.amoeba.embedded.redis;

import org.jspecify.annotations.NullMarked;
