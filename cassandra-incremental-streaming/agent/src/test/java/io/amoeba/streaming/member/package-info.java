@NullMarked
package io.amoeba.streaming.member;

import org.jspecify.annotations.NullMarked;
