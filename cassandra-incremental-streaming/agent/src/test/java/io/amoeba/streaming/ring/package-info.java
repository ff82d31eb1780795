@NullMarked
package io.amoeba.streaming.ring;

import org.jspecify.annotations.NullMarked;
