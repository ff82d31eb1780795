/** The thread that decides each second, and the one that watches it. Safe for concurrent use. */
@NullMarked
package io.amoeba.shift.control;

import org.jspecify.annotations.NullMarked;
