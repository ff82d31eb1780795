@NullMarked
package io.amoeba.hints;

import org.jspecify.annotations.NullMarked;
