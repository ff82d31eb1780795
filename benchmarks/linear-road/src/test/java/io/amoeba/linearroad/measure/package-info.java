/** Tests. Confined to the test thread unless a type says otherwise. */
@NullMarked
package io.amoeba.linearroad.measure;

import org.jspecify.annotations.NullMarked;
