@NullMarked
package io.amoeba.streaming.agent;

import org.jspecify.annotations.NullMarked;
