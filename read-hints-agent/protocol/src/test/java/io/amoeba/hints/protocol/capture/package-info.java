/** Tests of the package of the same name. */
@NullMarked
package io.amoeba.hints.protocol.capture;

import org.jspecify.annotations.NullMarked;
