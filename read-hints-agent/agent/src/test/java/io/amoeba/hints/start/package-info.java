@NullMarked
package io.amoeba.hints.start;

import org.jspecify.annotations.NullMarked;
