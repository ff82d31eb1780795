/** The input of Linear Road and its checks. Readers are confined to one thread. */
@NullMarked
package io.amoeba.linearroad.input;

import org.jspecify.annotations.NullMarked;
