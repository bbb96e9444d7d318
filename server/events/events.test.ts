import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLocalEventBus } from '#server/cluster/event-bus.ts';
import type { Trx } from '#server/db/connection.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import { createEvents } from './events.ts';

const texts = (pattern: string) =>
  globSync(pattern)
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');

/** Types in the tables, in the order of their declaration. */
const declared = [...texts('server/events/*-facts.ts').matchAll(/^ {2}'([a-z_]+\.[a-z_]+)': /gm)].map(
  ([, type = '']) => type,
);

test('each fact is declared once', () => {
  expect(declared.length).toBeGreaterThan(150);
  expect(declared.filter((type, index) => declared.indexOf(type) !== index)).toEqual([]);
});

test('each fact is recorded by a verb', () => {
  const verbs = texts('server/{orders,bulk,money,warehouse,people,provider,nightly}/**/*.ts');
  expect(declared.filter((type) => !verbs.includes(`'${type}'`))).toEqual([]);
});

test('a fact that opens or closes items needs their client', () => {
  const events = createEvents(createLocalEventBus(), () => undefined);
  expect(() => events.record({} as Trx, null, 'factor.removed', userPrincipal({ clientId: 1, userId: 2 }))).toThrow(
    'factor.removed needs a client',
  );
});

test('a fact about a client itself needs the client', () => {
  const events = createEvents(createLocalEventBus(), () => undefined);
  expect(() => events.record({} as Trx, null, 'client.approved')).toThrow('client.approved needs a client');
});
