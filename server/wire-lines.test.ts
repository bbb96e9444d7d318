import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { wireLines } from './wire-lines.ts';

const saveTown = (names: z.ZodMiniType, address: z.ZodMiniType) =>
  endpoint('PUT /ops/v1/town/:id', {
    access: 'provider',
    needs: 'points',
    audit: null,
    summary: 'Saves a town.',
    params: z.object({ id: text({ required: 'Falta' }) }),
    body: z.object({ name: text({ required: 'Falta', max: [60] }), names, address }),
    reply: z.object({ message: z.string() }),
  });

const street = z.object({ street: z.string() });
const list = (most: number) => z.array(z.string()).check(z.maxLength(most));

test('a call has a line for itself and for each field, with its limits and whether it is required', () => {
  expect(wireLines({ saveTown: saveTown(list(5), z.optional(street)) }).split('\n')).toEqual([
    expect.stringMatching(/^saveTown PUT \/api\/ops\/v1\/town\/:id provider points 400 /),
    expect.stringMatching(/^saveTown : id\* string/),
    'saveTown > name* string minLength 1 maxLength 60',
    'saveTown > names* array maxItems 5',
    'saveTown > names[] string',
    'saveTown > address object',
    'saveTown > address.street* string',
    'saveTown < message* string',
    '',
  ]);
});

test('another limit of a list, and an object that becomes required, change a line each', () => {
  const before = wireLines({ saveTown: saveTown(list(5), z.optional(street)) }).split('\n');
  const changed = (calls: Parameters<typeof wireLines>[0]) =>
    wireLines(calls)
      .split('\n')
      .filter((line) => !before.includes(line));
  expect(changed({ saveTown: saveTown(list(500), z.optional(street)) })).toEqual([
    'saveTown > names* array maxItems 500',
  ]);
  expect(changed({ saveTown: saveTown(list(5), street) })).toEqual(['saveTown > address* object']);
});
