@NullMarked
package io.amoeba.hints.cluster;

import org.jspecify.annotations.NullMarked;
