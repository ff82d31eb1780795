/** When reads leave a node that works in the background. Needs no Cassandra, and reads no clock. */
@NullMarked
package io.amoeba.shift.protocol;

import org.jspecify.annotations.NullMarked;
