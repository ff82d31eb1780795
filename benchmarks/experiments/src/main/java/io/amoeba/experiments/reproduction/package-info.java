/**
 * The command {@code amoeba bench all}: runs all experiments and compares their figures with the
 * headline results of the papers.
 */
@NullMarked
package io.amoeba.experiments.reproduction;

import org.jspecify.annotations.NullMarked;
