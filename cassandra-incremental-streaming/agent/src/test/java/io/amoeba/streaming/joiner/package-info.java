@NullMarked
package io.amoeba.streaming.joiner;

import org.jspecify.annotations.NullMarked;
