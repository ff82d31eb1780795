@NullMarked
package io.amoeba.priority.compat;

import org.jspecify.annotations.NullMarked;
