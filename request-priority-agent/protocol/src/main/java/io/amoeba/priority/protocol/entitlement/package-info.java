/** Who may use which class of service, and the class of a request. Immutable. */
@NullMarked
package io.amoeba.priority.protocol.entitlement;

import org.jspecify.annotations.NullMarked;
