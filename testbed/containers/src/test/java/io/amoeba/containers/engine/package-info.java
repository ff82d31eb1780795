@org.jspecify.annotations.NullMarked
package io.amoeba.containers.engine;
