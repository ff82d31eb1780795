/** How busy the node is. Used under the lock of the control. */
@NullMarked
package io.amoeba.shift.load;

import org.jspecify.annotations.NullMarked;
