@NullMarked
package io.amoeba.shift.control;

import org.jspecify.annotations.NullMarked;
