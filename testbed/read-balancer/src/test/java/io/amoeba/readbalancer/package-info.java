@org.jspecify.annotations.NullMarked
package io.amoeba.readbalancer;
