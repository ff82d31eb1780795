/**
 * The historical data that Linear Road queries refer to: daily tolls of vehicles, and speeds and
 * tolls of segments. Histories are read-only after loading and then safe for concurrent use.
 */
@NullMarked
package io.amoeba.linearroad.history;

import org.jspecify.annotations.NullMarked;
