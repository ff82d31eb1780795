/** Read hints and the bytes that carry them. Confined to the calling thread. */
@NullMarked
package io.amoeba.hints.protocol.batch;

import org.jspecify.annotations.NullMarked;
