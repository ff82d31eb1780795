/**
 * Lines of comma-separated decimal integers, read from and written to byte arrays. Static functions
 * and readers confined to the calling thread.
 */
@NullMarked
package io.amoeba.linearroad.csv;

import org.jspecify.annotations.NullMarked;
