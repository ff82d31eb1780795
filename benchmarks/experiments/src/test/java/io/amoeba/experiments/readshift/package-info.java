@org.jspecify.annotations.NullMarked
package io.amoeba.experiments.readshift;
