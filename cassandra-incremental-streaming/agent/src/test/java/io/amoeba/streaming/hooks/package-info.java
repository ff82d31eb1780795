@NullMarked
package io.amoeba.streaming.hooks;

import org.jspecify.annotations.NullMarked;
