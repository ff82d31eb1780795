/**
 * What may be shown of text from outside: no control characters, no secrets; and the notation of
 * durations and sizes. Stateless, safe for concurrent use.
 */
@NullMarked
package io.amoeba.coordinator.text;

import org.jspecify.annotations.NullMarked;
