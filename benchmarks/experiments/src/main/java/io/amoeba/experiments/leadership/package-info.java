/**
 * What saves, rewrites and backups cost a Redis primary, and what a change of the lead before them
 * saves (paper on leadership change, section IV). Who is safe for concurrent use says so.
 */
@NullMarked
package io.amoeba.experiments.leadership;

import org.jspecify.annotations.NullMarked;
