/** Tests; every test runs on one thread. */
@NullMarked
package io.amoeba.linearroad.csv;

import org.jspecify.annotations.NullMarked;
