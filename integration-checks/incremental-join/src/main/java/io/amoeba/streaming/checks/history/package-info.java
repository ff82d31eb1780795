/**
 * Requests and answers of clients, and the rules that they must obey. Pure; immutable unless a type
 * says otherwise.
 */
@NullMarked
package io.amoeba.streaming.checks.history;

import org.jspecify.annotations.NullMarked;
