/** Keys and certificates for servers of tests. Safe for concurrent use. */
@NullMarked
package io.amoeba.embedded.tls;

import org.jspecify.annotations.NullMarked;
