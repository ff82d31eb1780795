@NullMarked
package io.amoeba.shift.compat;

import org.jspecify.annotations.NullMarked;
