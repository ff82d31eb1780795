/** Classes of service, and how clients and nodes name them. Immutable. */
@NullMarked
package io.amoeba.priority.protocol.service;

import org.jspecify.annotations.NullMarked;
