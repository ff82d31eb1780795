/** Rules of the module. */
@NullMarked
package io.amoeba.priority.protocol;

import org.jspecify.annotations.NullMarked;
