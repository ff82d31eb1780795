/**
 * Experiments that measure what Amoeba gains, each in a package of its own; what all of them share,
 * from options to report.
 */
@NullMarked
package io.amoeba.experiments;

import org.jspecify.annotations.NullMarked;
