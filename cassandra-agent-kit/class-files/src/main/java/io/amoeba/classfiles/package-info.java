/** Class files of Java 17 as such of Java 11. Single-threaded. */
@NullMarked
package io.amoeba.classfiles;

import org.jspecify.annotations.NullMarked;
