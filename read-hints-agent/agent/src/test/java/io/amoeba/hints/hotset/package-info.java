@NullMarked
package io.amoeba.hints.hotset;

import org.jspecify.annotations.NullMarked;
