/** From answered reads to hints, on the hints' own thread. */
@NullMarked
package io.amoeba.hints.capture;

import org.jspecify.annotations.NullMarked;
