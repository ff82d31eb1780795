/**
 * The ordered hand-over of hash slots between subtasks: the router in front of the exchange, the
 * gate behind it, and the records between them. Operators are confined to their task thread.
 */
@NullMarked
package io.amoeba.partitioner.handover;

import org.jspecify.annotations.NullMarked;
