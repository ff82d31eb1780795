/**
 * What would keep a coordinator from doing its work, or from doing it well: judges what the drivers
 * saw of both systems, and says what to change. Stateless.
 */
@NullMarked
package io.amoeba.coordinator.doctor;

import org.jspecify.annotations.NullMarked;
