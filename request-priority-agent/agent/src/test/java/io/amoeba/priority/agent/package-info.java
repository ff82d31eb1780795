@NullMarked
package io.amoeba.priority.agent;

import org.jspecify.annotations.NullMarked;
