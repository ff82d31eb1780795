@NullMarked
package io.amoeba.hints.compat;

import org.jspecify.annotations.NullMarked;
