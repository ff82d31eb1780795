@NullMarked
package io.amoeba.streaming.joining;

import org.jspecify.annotations.NullMarked;
