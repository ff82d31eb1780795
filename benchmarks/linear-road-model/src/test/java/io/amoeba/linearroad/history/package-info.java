/** Tests; every test runs on one thread. */
@NullMarked
package io.amoeba.linearroad.history;

import org.jspecify.annotations.NullMarked;
