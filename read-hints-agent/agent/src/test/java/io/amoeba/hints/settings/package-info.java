@NullMarked
package io.amoeba.hints.settings;

import org.jspecify.annotations.NullMarked;
