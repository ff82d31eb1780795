/**
 * A member's side of a join: applies announcements, remembers them, acknowledges. Changes are
 * confined to one lock.
 */
@NullMarked
package io.amoeba.streaming.member;

import org.jspecify.annotations.NullMarked;
