@NullMarked
package io.amoeba.priority;

import org.jspecify.annotations.NullMarked;
