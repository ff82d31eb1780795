@NullMarked
package io.amoeba.shift.protocol.decision;

import org.jspecify.annotations.NullMarked;
