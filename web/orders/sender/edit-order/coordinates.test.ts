import { expect, test } from 'vitest';
import { editedCoordinates } from './coordinates.ts';
import { changesBetween, editValues } from './edit-values.ts';

const known = { address_street_name: 'Gorriti', address_longitude: -58.43, address_latitude: -34.59 };
const before = editValues(known);
const changed = (receiver: Partial<typeof before.receiver>) =>
  changesBetween(before, { ...before, receiver: { ...before.receiver, ...receiver } });

test('coordinates are kept for the same address and removed for a new one', () => {
  const { address_longitude, address_latitude } = known;
  expect(editedCoordinates(known, changed({ email: 'a@b.com' }))).toEqual({ address_longitude, address_latitude });
  expect(editedCoordinates(known, changed({ address_floor: '3' }))).toEqual({ address_longitude, address_latitude });
  const unknown = { address_longitude: null, address_latitude: null };
  expect(editedCoordinates(known, changed({ address_street_name: 'Thames' }))).toEqual(unknown);
  expect(editedCoordinates({}, [])).toEqual(unknown);
});
