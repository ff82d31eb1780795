/** What may be changed while the node runs, and what is counted. Safe for concurrent use. */
@NullMarked
package io.amoeba.hints.settings;

import org.jspecify.annotations.NullMarked;
