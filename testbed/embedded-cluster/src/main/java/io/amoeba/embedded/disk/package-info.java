/** Disks that fail on demand. */
@NullMarked
package io.amoeba.embedded.disk;

import org.jspecify.annotations.NullMarked;
