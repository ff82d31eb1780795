/**
 * The input of Linear Road: records, their text form, and the checks of whole files. Records are
 * immutable; the functions are static and safe for concurrent use; readers are confined to one
 * thread.
 */
@NullMarked
package io.amoeba.linearroad.input;

import org.jspecify.annotations.NullMarked;
