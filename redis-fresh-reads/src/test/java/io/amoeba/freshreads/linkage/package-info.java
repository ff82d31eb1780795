/** Which releases of lettuce the library links with. Confined to one thread. */
@NullMarked
package io.amoeba.freshreads.linkage;

import org.jspecify.annotations.NullMarked;
