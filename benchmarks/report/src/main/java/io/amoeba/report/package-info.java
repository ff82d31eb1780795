/** Measured figures and claims, in tables, JSON and pages. Immutable or stateless. */
@NullMarked
package io.amoeba.report;

import org.jspecify.annotations.NullMarked;
