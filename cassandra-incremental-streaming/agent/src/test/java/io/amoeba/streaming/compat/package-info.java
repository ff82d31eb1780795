@NullMarked
package io.amoeba.streaming.compat;

import org.jspecify.annotations.NullMarked;
