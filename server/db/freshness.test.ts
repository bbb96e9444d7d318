import { beforeEach, describe, expect, test } from 'vitest';
import { Freshness } from './freshness.ts';

const [MINE, THEIRS] = [1, 2];
let freshness: Freshness;
beforeEach(() => {
  freshness = new Freshness();
});

/** The primary is asked at a moment, and the replica reaches what it answered. */
function caughtUp(moment: number, lsn = moment): void {
  freshness.primaryAt(lsn, moment);
  freshness.replicaAt(lsn);
}

test('a replica of which nothing is known answers nobody', () => {
  expect(freshness.isFresh(MINE, 100)).toBe(false);
  freshness.replicaAt(1_000_000);
  expect(freshness.isFresh(MINE, 100)).toBe(false);
});

describe('A client that has written', () => {
  test('is answered by the primary until the replica has reached a later position', () => {
    caughtUp(100);
    freshness.changed(MINE, 200);
    expect(freshness.isFresh(MINE, 201)).toBe(false);
    caughtUp(200);
    expect(freshness.isFresh(MINE, 201)).toBe(false);
    caughtUp(250);
    expect(freshness.isFresh(MINE, 251)).toBe(true);
  });

  test('isn’t helped by a replica that falls behind the position', () => {
    caughtUp(100);
    freshness.changed(MINE, 200);
    freshness.primaryAt(250, 250);
    freshness.replicaAt(249);
    expect(freshness.isFresh(MINE, 251)).toBe(false);
  });

  test('that writes again waits again', () => {
    freshness.changed(MINE, 200);
    caughtUp(250);
    freshness.changed(MINE, 300);
    expect(freshness.isFresh(MINE, 301)).toBe(false);
  });

  test('keeps no other client from the replica', () => {
    caughtUp(100);
    freshness.changed(MINE, 200);
    expect(freshness.isFresh(THEIRS, 201)).toBe(true);
  });
});

test('where anybody may have written, everybody waits', () => {
  caughtUp(100);
  freshness.changed(null, 200);
  expect([freshness.isFresh(MINE, 201), freshness.isFresh(THEIRS, 201)]).toEqual([false, false]);
  caughtUp(250);
  expect(freshness.isFresh(THEIRS, 251)).toBe(true);
});

test('a replica that is more than five seconds behind answers nobody, one that was lost has to show itself anew', () => {
  caughtUp(100);
  expect([freshness.isFresh(MINE, 5100), freshness.isFresh(MINE, 5101)]).toEqual([true, false]);
  caughtUp(6000);
  freshness.lost();
  expect(freshness.isFresh(MINE, 6001)).toBe(false);
});

test('one that is slow is measured by the positions that it has reached, however many it is behind', () => {
  for (let moment = 1; moment <= 1000; moment++) freshness.primaryAt(moment, moment);
  freshness.replicaAt(1000);
  expect(freshness.isFresh(MINE, 1001)).toBe(true);
});
