/**
 * Carrying out the migration of a primary to an empty server: what is done in which order, and what
 * follows from an interrupted one, over ports to the store and to the disk. Migrations run in the
 * caller's thread; only {@link MigrationControl} is shared with others.
 */
@NullMarked
package io.amoeba.coordinator.execute.migration;

import org.jspecify.annotations.NullMarked;
