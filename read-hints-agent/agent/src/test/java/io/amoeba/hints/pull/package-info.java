@NullMarked
package io.amoeba.hints.pull;

import org.jspecify.annotations.NullMarked;
