/** Checks of the assembled distribution and of the source tree. Each test runs on one thread. */
@NullMarked
package io.amoeba.distribution;

import org.jspecify.annotations.NullMarked;
