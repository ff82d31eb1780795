/**
 * What clients asked and were told, and the rules that it must obey. Pure; immutable unless a type
 * says otherwise.
 */
@NullMarked
package io.amoeba.streaming.checks.history;

import org.jspecify.annotations.NullMarked;
