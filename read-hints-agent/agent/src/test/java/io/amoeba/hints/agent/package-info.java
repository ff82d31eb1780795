@NullMarked
package io.amoeba.hints.agent;

import org.jspecify.annotations.NullMarked;
