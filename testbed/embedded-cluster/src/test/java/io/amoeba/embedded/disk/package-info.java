/** Tests of the package. Each test runs on one thread. */
@NullMarked
package io.amoeba.embedded.disk;

import org.jspecify.annotations.NullMarked;
