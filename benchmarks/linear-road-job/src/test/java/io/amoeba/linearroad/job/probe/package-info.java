/** Tests; single-threaded. */
@NullMarked
package io.amoeba.linearroad.job.probe;

import org.jspecify.annotations.NullMarked;
