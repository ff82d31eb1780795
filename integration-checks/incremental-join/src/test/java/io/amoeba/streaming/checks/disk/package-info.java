/** Files of the agent on disks that fail. */
@NullMarked
package io.amoeba.streaming.checks.disk;

import org.jspecify.annotations.NullMarked;
