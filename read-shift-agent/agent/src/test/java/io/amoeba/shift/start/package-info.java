@NullMarked
package io.amoeba.shift.start;

import org.jspecify.annotations.NullMarked;
