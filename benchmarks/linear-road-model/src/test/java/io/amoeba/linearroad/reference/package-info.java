/** Tests; every test runs on one thread. */
@NullMarked
package io.amoeba.linearroad.reference;

import org.jspecify.annotations.NullMarked;
