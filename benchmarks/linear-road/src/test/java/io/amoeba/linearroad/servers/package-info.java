/** Tests. Confined to the test thread unless a type says otherwise. */
@NullMarked
package io.amoeba.linearroad.servers;

import org.jspecify.annotations.NullMarked;
