@NullMarked
package io.amoeba.streaming.protocol.report;

import org.jspecify.annotations.NullMarked;
