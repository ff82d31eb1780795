/** Tests; every test runs on one thread. */
@NullMarked
package io.amoeba.linearroad.generator;

import org.jspecify.annotations.NullMarked;
