/** The example for Kubernetes, checked without a cluster. */
@NullMarked
package io.amoeba.distribution.kubernetes;

import org.jspecify.annotations.NullMarked;
