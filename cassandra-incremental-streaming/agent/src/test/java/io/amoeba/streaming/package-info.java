@NullMarked
package io.amoeba.streaming;

import org.jspecify.annotations.NullMarked;
