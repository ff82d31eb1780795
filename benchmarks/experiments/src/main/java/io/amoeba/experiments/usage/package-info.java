/**
 * What containers use of the machine, as their control groups count it. Errors are {@link
 * io.amoeba.containers.engine.ContainerException}s. Immutable, all of it.
 */
@NullMarked
package io.amoeba.experiments.usage;

import org.jspecify.annotations.NullMarked;
