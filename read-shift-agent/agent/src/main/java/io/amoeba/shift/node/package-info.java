/** What a shift moves at its node: severity, clients, caches. Safe for concurrent use. */
@NullMarked
package io.amoeba.shift.node;

import org.jspecify.annotations.NullMarked;
