/** The output of Linear Road and its comparison. Sets are confined to one thread. */
@NullMarked
package io.amoeba.linearroad.answer;

import org.jspecify.annotations.NullMarked;
