@NullMarked
package io.amoeba.agentkit.patch;

import org.jspecify.annotations.NullMarked;
