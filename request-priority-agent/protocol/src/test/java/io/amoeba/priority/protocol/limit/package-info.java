/** Tests of the package of the same name. */
@NullMarked
package io.amoeba.priority.protocol.limit;

import org.jspecify.annotations.NullMarked;
