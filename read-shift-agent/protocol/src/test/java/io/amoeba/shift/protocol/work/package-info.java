@NullMarked
package io.amoeba.shift.protocol.work;

import org.jspecify.annotations.NullMarked;
