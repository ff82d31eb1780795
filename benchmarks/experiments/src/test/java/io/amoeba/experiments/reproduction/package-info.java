@NullMarked
package io.amoeba.experiments.reproduction;

import org.jspecify.annotations.NullMarked;
