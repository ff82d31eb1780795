@NullMarked
package io.amoeba.hints.replay;

import org.jspecify.annotations.NullMarked;
