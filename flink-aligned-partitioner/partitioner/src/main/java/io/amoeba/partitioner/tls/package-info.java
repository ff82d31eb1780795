/** What the JDK's TLS leaves open: whether a certificate is still valid that is trusted by name. */
@NullMarked
package io.amoeba.partitioner.tls;

import org.jspecify.annotations.NullMarked;
