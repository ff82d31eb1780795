/** Lines of comma-separated integers in byte arrays. Readers are confined to one thread. */
@NullMarked
package io.amoeba.linearroad.csv;

import org.jspecify.annotations.NullMarked;
