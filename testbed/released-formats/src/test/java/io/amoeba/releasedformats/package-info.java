@NullMarked
package io.amoeba.releasedformats;

import org.jspecify.annotations.NullMarked;
