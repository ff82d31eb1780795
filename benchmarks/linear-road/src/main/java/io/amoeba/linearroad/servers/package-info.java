/**
 * The servers of a run and the job on them: started as processes of this machine, or external. Safe
 * for concurrent use unless a type says otherwise.
 */
@NullMarked
package io.amoeba.linearroad.servers;

import org.jspecify.annotations.NullMarked;
