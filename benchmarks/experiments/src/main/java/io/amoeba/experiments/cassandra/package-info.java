/**
 * What experiments on Cassandra share: nodes in containers, the same rows in each run. Errors are
 * {@link io.amoeba.containers.engine.ContainerException}s. Thread safety is documented per class.
 */
@NullMarked
package io.amoeba.experiments.cassandra;

import org.jspecify.annotations.NullMarked;
