@NullMarked
package io.amoeba.shift.protocol.turns;

import org.jspecify.annotations.NullMarked;
