@NullMarked
package io.amoeba.priority.admission;

import org.jspecify.annotations.NullMarked;
