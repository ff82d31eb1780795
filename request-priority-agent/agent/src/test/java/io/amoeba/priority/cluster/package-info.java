@NullMarked
package io.amoeba.priority.cluster;

import org.jspecify.annotations.NullMarked;
