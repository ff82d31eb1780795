/** Tests of the package of the same name. */
@NullMarked
package io.amoeba.hints.protocol.load;

import org.jspecify.annotations.NullMarked;
