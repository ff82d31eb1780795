/** Tests; every test runs on one thread. */
@NullMarked
package io.amoeba.linearroad.input;

import org.jspecify.annotations.NullMarked;
