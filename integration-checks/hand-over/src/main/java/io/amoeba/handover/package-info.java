/**
 * A job whose receiver does one read-modify-write in Redis per record and notices every record that
 * comes out of order. The function is confined to its task thread.
 */
@NullMarked
package io.amoeba.handover;

import org.jspecify.annotations.NullMarked;
