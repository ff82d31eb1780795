/** Tests; single-threaded. */
@NullMarked
package io.amoeba.linearroad.job.journey;

import org.jspecify.annotations.NullMarked;
