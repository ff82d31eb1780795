/**
 * Proves from logs that no two accesses to a key overlapped or changed their order. Logs are
 * confined to task threads.
 */
@NullMarked
package io.amoeba.linearroad.job.probe;

import org.jspecify.annotations.NullMarked;
