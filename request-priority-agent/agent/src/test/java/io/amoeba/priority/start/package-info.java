@NullMarked
package io.amoeba.priority.start;

import org.jspecify.annotations.NullMarked;
