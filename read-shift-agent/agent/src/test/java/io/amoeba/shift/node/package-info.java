@NullMarked
package io.amoeba.shift.node;

import org.jspecify.annotations.NullMarked;
