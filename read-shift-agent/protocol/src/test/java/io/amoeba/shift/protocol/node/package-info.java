@NullMarked
package io.amoeba.shift.protocol.node;

import org.jspecify.annotations.NullMarked;
