@NullMarked
package io.amoeba.agentkit.threads;

import org.jspecify.annotations.NullMarked;
