@NullMarked
package io.amoeba.priority.operator;

import org.jspecify.annotations.NullMarked;
