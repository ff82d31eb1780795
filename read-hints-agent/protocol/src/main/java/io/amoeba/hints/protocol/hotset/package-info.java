/** What has been read most of late. Confined to one thread. */
@NullMarked
package io.amoeba.hints.protocol.hotset;

import org.jspecify.annotations.NullMarked;
