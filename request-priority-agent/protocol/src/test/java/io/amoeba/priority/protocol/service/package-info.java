/** Tests of the package of the same name. */
@NullMarked
package io.amoeba.priority.protocol.service;

import org.jspecify.annotations.NullMarked;
