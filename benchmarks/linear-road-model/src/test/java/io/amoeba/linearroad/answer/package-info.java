/** Tests; every test runs on one thread. */
@NullMarked
package io.amoeba.linearroad.answer;

import org.jspecify.annotations.NullMarked;
