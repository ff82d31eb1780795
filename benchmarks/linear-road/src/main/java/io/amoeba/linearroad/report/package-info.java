/** Shows a run: on the terminal, as HTML, as JSON. Confined to one thread. */
@NullMarked
package io.amoeba.linearroad.report;

import org.jspecify.annotations.NullMarked;
