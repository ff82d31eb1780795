/** Accounts of vehicles and queries about them (rules 11 and 12). Confined to task threads. */
@NullMarked
package io.amoeba.linearroad.job.account;

import org.jspecify.annotations.NullMarked;
