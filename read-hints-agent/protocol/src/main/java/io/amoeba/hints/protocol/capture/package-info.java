/**
 * Reads on their way from client threads to the thread that sends hints. Lock-free on the way in.
 */
@NullMarked
package io.amoeba.hints.protocol.capture;

import org.jspecify.annotations.NullMarked;
