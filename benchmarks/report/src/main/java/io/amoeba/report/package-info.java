/**
 * Measured figures and claims, and how tables, JSON and pages show them. Immutable or stateless,
 * all of it.
 */
@NullMarked
package io.amoeba.report;

import org.jspecify.annotations.NullMarked;
