/**
 * What each release has written, kept in the test resources of each module, so that today's code
 * can be shown to read it, and to write what the last release reads.
 */
@NullMarked
package io.amoeba.releasedformats;

import org.jspecify.annotations.NullMarked;
