@NullMarked
package io.amoeba.agentkit.options;

import org.jspecify.annotations.NullMarked;
