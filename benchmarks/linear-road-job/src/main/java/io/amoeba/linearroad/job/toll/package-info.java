/** Toll notifications and accident alerts (rules 6, 7 and 10). Confined to task threads. */
@NullMarked
package io.amoeba.linearroad.job.toll;

import org.jspecify.annotations.NullMarked;
