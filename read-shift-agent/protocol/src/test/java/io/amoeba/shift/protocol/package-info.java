@NullMarked
package io.amoeba.shift.protocol;

import org.jspecify.annotations.NullMarked;
