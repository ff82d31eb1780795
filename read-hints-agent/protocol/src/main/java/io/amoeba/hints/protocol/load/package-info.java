/** How many hints a loaded node applies. Confined to one thread. */
@NullMarked
package io.amoeba.hints.protocol.load;

import org.jspecify.annotations.NullMarked;
