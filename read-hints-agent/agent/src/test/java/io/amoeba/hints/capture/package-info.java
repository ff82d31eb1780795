@NullMarked
package io.amoeba.hints.capture;

import org.jspecify.annotations.NullMarked;
