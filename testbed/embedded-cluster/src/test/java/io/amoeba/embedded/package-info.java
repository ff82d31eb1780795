/** Tests with real processes. Each test runs on one thread. */
@NullMarked
package io.amoeba.embedded;

import org.jspecify.annotations.NullMarked;
