/** TCP connections whose bytes pass through the test. */
@NullMarked
package io.amoeba.embedded.network;

import org.jspecify.annotations.NullMarked;
