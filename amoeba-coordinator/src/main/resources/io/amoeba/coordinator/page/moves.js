'use strict';
// What has come to another node since this page was opened: hash slots by their primary, and subtasks.
// Both are marked for a minute.

const MARKED_MILLIS = 60000;

// What is where, by name, and since when. What the first look finds counts as always there.
class Places {
  constructor() {
    this.places = new Map();
    this.looked = false;
  }

  // What is nowhere just now, such as a hash slot between two looks, is where it was.
  see(found) {
    const now = performance.now();
    for (const [what, place] of found) {
      const known = this.places.get(what);
      if (!known || known.place !== place) this.places.set(what, { place, since: this.looked ? now : -Infinity });
    }
    this.looked = this.places.size > 0;
  }

  cameLately(what) {
    const known = this.places.get(what);
    return known !== undefined && performance.now() - known.since < MARKED_MILLIS;
  }
}

const hashSlotPlaces = new Places();
const subtaskPlaces = new Places();

function subtaskName(subtask) { return `${subtask.operator} ${subtask.index}`; }

function seePlaces(state) {
  hashSlotPlaces.see(state.nodes.flatMap(node => node.primaries.flatMap(primary => primary.hashSlots.flatMap(
    ([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => [from + i, node.name])))));
  subtaskPlaces.see(state.nodes.flatMap(node => node.subtasks.map(subtask => [subtaskName(subtask), node.name])));
}
