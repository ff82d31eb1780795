@NullMarked
package io.amoeba.shift;

import org.jspecify.annotations.NullMarked;
