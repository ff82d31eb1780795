@NullMarked
package io.amoeba.priority.classify;

import org.jspecify.annotations.NullMarked;
