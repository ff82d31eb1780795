/** Tests of the package of the same name. */
@NullMarked
package io.amoeba.priority.protocol.entitlement;

import org.jspecify.annotations.NullMarked;
