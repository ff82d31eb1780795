@NullMarked
package io.amoeba.shift.load;

import org.jspecify.annotations.NullMarked;
