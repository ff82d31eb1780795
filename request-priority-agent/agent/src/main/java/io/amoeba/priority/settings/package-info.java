/**
 * What an operator changes while the node runs, and what the agent counts. Safe for concurrent use.
 */
@NullMarked
package io.amoeba.priority.settings;

import org.jspecify.annotations.NullMarked;
