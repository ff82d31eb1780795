@NullMarked
package io.amoeba.priority.threads;

import org.jspecify.annotations.NullMarked;
