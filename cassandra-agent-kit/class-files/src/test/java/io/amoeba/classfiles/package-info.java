@NullMarked
package io.amoeba.classfiles;

import org.jspecify.annotations.NullMarked;
