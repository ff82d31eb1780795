@NullMarked
package io.amoeba.shift.agent;

import org.jspecify.annotations.NullMarked;
