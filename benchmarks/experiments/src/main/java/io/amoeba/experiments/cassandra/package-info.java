/**
 * What experiments on Cassandra share: three nodes in containers, the same rows in each run, what
 * nodes tell about themselves. Errors are {@link io.amoeba.containers.engine.ContainerException}s.
 * Who is safe for concurrent use says so.
 */
@NullMarked
package io.amoeba.experiments.cassandra;

import org.jspecify.annotations.NullMarked;
