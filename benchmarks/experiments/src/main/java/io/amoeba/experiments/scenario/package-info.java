/**
 * The scenarios of the dissertation's evaluation (5.4), each a few runs of Linear Road on servers
 * of this machine, with what must hold at their end.
 */
@NullMarked
package io.amoeba.experiments.scenario;

import org.jspecify.annotations.NullMarked;
