/**
 * The output of Linear Road: answers, their text form, and the comparison of a run's answers with
 * the right ones. Answers are immutable; sets of answers are confined to one thread.
 */
@NullMarked
package io.amoeba.linearroad.answer;

import org.jspecify.annotations.NullMarked;
