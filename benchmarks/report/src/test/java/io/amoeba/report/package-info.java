@org.jspecify.annotations.NullMarked
package io.amoeba.report;
