/** Tests of the package of the same name. */
@NullMarked
package io.amoeba.priority.protocol.queue;

import org.jspecify.annotations.NullMarked;
