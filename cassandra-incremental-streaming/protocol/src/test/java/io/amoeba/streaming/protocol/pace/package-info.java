@NullMarked
package io.amoeba.streaming.protocol.pace;

import org.jspecify.annotations.NullMarked;
