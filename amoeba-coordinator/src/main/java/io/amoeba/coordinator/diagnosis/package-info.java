/** Problems as values, with codes that programs can compare. */
@NullMarked
package io.amoeba.coordinator.diagnosis;

import org.jspecify.annotations.NullMarked;
