/** Tests of the package of the same name. */
@NullMarked
package io.amoeba.hints.protocol.targets;

import org.jspecify.annotations.NullMarked;
