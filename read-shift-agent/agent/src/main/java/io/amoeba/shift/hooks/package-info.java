/** What patched methods call. Safe for concurrent use. */
@NullMarked
package io.amoeba.shift.hooks;

import org.jspecify.annotations.NullMarked;
