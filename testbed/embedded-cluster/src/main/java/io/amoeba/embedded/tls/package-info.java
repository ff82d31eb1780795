/** Keys and certificates for servers of tests. */
@NullMarked
package io.amoeba.embedded.tls;

import org.jspecify.annotations.NullMarked;
