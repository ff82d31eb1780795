/** Patching of classes as Cassandra loads them, and its outcome. Safe for concurrent use. */
@NullMarked
package io.amoeba.agentkit.patch;

import org.jspecify.annotations.NullMarked;
