/**
 * What every experiment's report has: numbers for people, a line on the machine, a page. Stateless.
 */
@NullMarked
package io.amoeba.experiments.report;

import org.jspecify.annotations.NullMarked;
