/** Tests. Confined to the test thread unless a type says otherwise. */
@NullMarked
package io.amoeba.linearroad.observe;

import org.jspecify.annotations.NullMarked;
