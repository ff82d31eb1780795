/**
 * Random against aligned placement of keys on clusters of several sizes (dissertation 5.4.1,
 * 5.4.2).
 */
@NullMarked
package io.amoeba.experiments.alignment;

import org.jspecify.annotations.NullMarked;
