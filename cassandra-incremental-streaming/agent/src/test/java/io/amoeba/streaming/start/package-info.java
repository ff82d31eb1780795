@NullMarked
package io.amoeba.streaming.start;

import org.jspecify.annotations.NullMarked;
