@NullMarked
package io.amoeba.streaming.protocol.progress;

import org.jspecify.annotations.NullMarked;
