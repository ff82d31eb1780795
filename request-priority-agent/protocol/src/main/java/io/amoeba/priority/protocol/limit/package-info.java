/** The adaptive limit of low requests in flight. Recording is lock-free. */
@NullMarked
package io.amoeba.priority.protocol.limit;

import org.jspecify.annotations.NullMarked;
