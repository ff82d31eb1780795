/** Historical tolls and speeds for queries. Safe for concurrent use after loading. */
@NullMarked
package io.amoeba.linearroad.history;

import org.jspecify.annotations.NullMarked;
