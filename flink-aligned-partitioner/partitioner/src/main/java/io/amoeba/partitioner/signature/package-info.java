/** What coordinator and task managers share to know that an answer is the coordinator's. */
@NullMarked
package io.amoeba.partitioner.signature;

import org.jspecify.annotations.NullMarked;
