/** Whether it pays that reads leave a node. Stateless. */
@NullMarked
package io.amoeba.shift.protocol.decision;

import org.jspecify.annotations.NullMarked;
