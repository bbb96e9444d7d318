import { expect, test } from 'vitest';
import type { StaffModification } from '#shared/orders/staff-modifications.ts';
import { chooseDay, chooseDecision } from './simulation.ts';

const requests = (field: string) =>
  Array.from({ length: 400 }, (_, index) => {
    const changes = [{ field, before: 'una', after: 'otra' }];
    return chooseDecision({ client_id: 1, id: index, changes } as StaffModification);
  });

test('most requests are approved, and some for another address or receiver are rejected with a reason', () => {
  for (const field of ['address_street_name', 'receiver_name']) {
    const rejected = requests(field).filter(({ approved }) => !approved);
    expect(rejected.length).toBeGreaterThan(60);
    expect(rejected.length).toBeLessThan(140);
    expect(rejected.filter(({ reason }) => reason === '')).toEqual([]);
  }
  expect(requests('receiver_phone').filter(({ approved, reason }) => !approved || reason !== '')).toEqual([]);
});

test('a decision takes about a minute', () => {
  for (const { after } of requests('email')) {
    expect(after).toBeGreaterThanOrEqual(40_000);
    expect(after).toBeLessThanOrEqual(90_000);
  }
});

test('some requests for another day are rejected, with a reason', () => {
  const decisions = Array.from({ length: 400 }, (_, id) => chooseDay({ client_id: 1, id }));
  const rejected = decisions.filter(({ approved }) => !approved);
  expect(rejected.length).toBeGreaterThan(60);
  expect(rejected.length).toBeLessThan(140);
  expect(rejected.filter(({ reason }) => reason === '')).toEqual([]);
});
