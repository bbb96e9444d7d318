import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import { listPayments } from '#shared/money/payments.ts';
import { deliveryModes } from '#shared/orders/lookups.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { publicStates } from '#shared/orders/shipments.ts';
import { shipmentTotals } from '#shared/orders/statistics.ts';
import { clientInfo } from '#shared/people/account.ts';
import { type JsonSchema, sampleFromSchema } from '#test/screens/sample-from-schema.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { normalizeForeignReply } from './foreign-reply.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every call of the contract that a foreign gateway answers in JSON; the portal's own server answers the others. */
const CALLS = Object.entries(contract).filter(([, { reply, portal }]) => reply && !portal);

const sampleOf = ({ reply }: AnyEndpoint) =>
  sampleFromSchema(z.toJSONSchema(reply as z.core.$ZodType, { unrepresentable: 'any' }) as JsonSchema, 2) as Fields;

const without = (fields: Fields, key: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));

/** Replaces the values of a reply from the inside out, by their keys. */
function rewrite(value: unknown, change: (value: unknown, key: string) => unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => rewrite(part, change, key));
  if (!isFields(value)) return change(value, key);
  const fields = Object.entries(value).map(([name, part]) => [name, rewrite(part, change, name)]);
  return change(Object.fromEntries(fields), key);
}

/** The places where a call's results can be, and what the portal then knows of the reply. */
function arrangements(reply: Fields): [what: string, body: unknown, known: Fields][] {
  const { results } = reply;
  const outer = without(reply, 'results');
  if (Array.isArray(results)) return [['bare', results, { results }]];
  if (!isFields(results)) {
    return [
      ['below results', { results: outer }, outer],
      ['as the first element', { results: [outer] }, outer],
      ['as the only element', [outer], outer],
    ];
  }
  // Fields of an envelope are in both places, and other fields, such as a message, only outside.
  const inBoth = Object.keys(outer).filter((key) => key in results);
  const rest = Object.fromEntries(Object.entries(outer).filter(([key]) => !inBoth.includes(key)));
  const both = Object.fromEntries(inBoth.map((key) => [key, results[key]]));
  return [
    ['below results', { ...rest, results }, reply],
    ['as the first element', { ...rest, results: [results] }, reply],
    ['bare', { ...rest, ...results }, reply],
    ['as the only element', [results], { ...both, results }],
  ];
}

const ID = /^id$|_id$/;
const isPlainName = (value: Fields) => Object.keys(value).every((key) => ['id', 'name', 'description'].includes(key));
const nameOf = ({ name, description }: Fields) => name ?? description;

/** The ways in which values can be written, with the values that all of them mean. */
const SPELLINGS: [what: string, write: (value: unknown, key: string) => unknown, mean: (value: unknown) => unknown][] =
  [
    [
      'numbers as texts',
      (value, key) => (typeof value === 'number' && !ID.test(key) ? String(value) : value),
      (value) => value,
    ],
    [
      'texts of digits as numbers',
      (value) => (typeof value === 'string' && /^[1-9]\d*$/.test(value) ? Number(value) : value),
      (value) => value,
    ],
    ['flags as numbers', (value) => (typeof value === 'boolean' ? Number(value) : value), (value) => value],
    ['flags as texts', (value) => (typeof value === 'boolean' ? (value ? 'SI' : 'no') : value), (value) => value],
    [
      'texts as objects with a name',
      (value, key) => (typeof value === 'string' && !ID.test(key) ? { id: 7, name: value } : value),
      (value) => value,
    ],
    [
      'objects with a name as texts',
      (value) => (isFields(value) && nameOf(value) && isPlainName(value) ? nameOf(value) : value),
      (value) => (isFields(value) && nameOf(value) && isPlainName(value) ? without(value, 'id') : value),
    ],
  ];

describe.each(CALLS)('the reply of %s', (_name, endpoint) => {
  const sample = sampleOf(endpoint);

  test('is the same in the contract’s shape', () => {
    expect(normalizeForeignReply(endpoint, sample)).toEqual(sample);
  });

  test.each(arrangements(sample))('is the same with its results %s', (_what, body, known) => {
    expect(normalizeForeignReply(endpoint, body)).toMatchObject(known);
  });

  test.each(SPELLINGS)('is the same with %s, wherever its results are', (_what, write, mean) => {
    const meant = (value: unknown) => rewrite(value, mean) as Fields;
    // Names of records and free details are no fields of the contract.
    expect(normalizeForeignReply(endpoint, rewriteResults(sample, write))).toMatchObject(meant(sample));
    for (const [, body, known] of arrangements(rewriteResults(sample, write))) {
      expect(normalizeForeignReply(endpoint, body)).toMatchObject(meant(arrangedLike(sample, known)));
    }
  });

  test('doesn’t fail without any of its parts', () => {
    for (const body of [
      {},
      [],
      null,
      'ok',
      1,
      { results: null },
      { results: [] },
      { results: {} },
      { results: 'ok' },
    ]) {
      expect(() => normalizeForeignReply(endpoint, body)).not.toThrow();
    }
  });
});

/** Rewrites the parts of a reply, but not the reply itself. */
const rewriteResults = (reply: Fields, write: (value: unknown, key: string) => unknown): Fields =>
  Object.fromEntries(
    Object.entries(reply).map(([key, part]) => [
      key,
      key === 'results' && isFields(part) ? rewriteResults(part, write) : rewrite(part, write, key),
    ]),
  );

/** Returns the fields of a reply that an arrangement keeps. */
const arrangedLike = (reply: Fields, known: Fields): Fields =>
  Object.fromEntries(Object.entries(reply).filter(([key]) => key in known));

describe('a foreign gateway’s reply', () => {
  test('names the payment’s and the mode’s id by their texts, and the reverse', () => {
    const state = (body: unknown) => normalizeForeignReply(listPayments, [{ id: 3, state: body }]).results[0]?.state;
    for (const text of [
      'Pendiente de Pago',
      'PENDIENTE DE PAGO',
      54,
      '54',
      { id: '54' },
      { name: 'pendiente de pago' },
    ]) {
      expect(state(text)).toMatchObject({ name: expect.stringMatching(/^pendiente de pago$/i) });
      expect(String(state(text)?.id)).toBe('54');
    }
    const mode = (body: unknown) =>
      normalizeForeignReply(listOrders, { results: [{ delivery_mode: body }] }).results[0]?.delivery_mode;
    for (const text of ['Logística inversa', 'logistica inversa', 4, '4', { id: 4 }, { name: 'Logística inversa' }]) {
      expect(mode(text)).toEqual({ id: '4', name: expect.stringMatching(/log[ií]stica inversa/i) });
    }
    expect(mode('Moto express')).toEqual({ name: 'Moto express' });
    expect(mode(17)).toEqual({ id: '17' });
  });

  test('keeps ids as they came', () => {
    const [row] = normalizeForeignReply(listOrders, [{ id: '0503', order_id: 17, shippings: [{ id: 9 }] }]).results;
    expect(row).toEqual({ id: '0503', order_id: '17', shippings: [{ id: 9 }] });
  });

  test('has statistics, the company and the history of states at the top level or below results', () => {
    const totals = { total: '3', provinces_array: [{ name: 'Chubut', percentage: '33.33', total: 1 }] };
    const read = { total: 3, provinces_array: [{ name: 'Chubut', percentage: 33.33, total: 1 }] };
    expect(normalizeForeignReply(shipmentTotals, totals)).toMatchObject({ ...read, results: read });
    const company = { client_company_name: 'Ñandú SRL' };
    expect(normalizeForeignReply(clientInfo, { results: [company] })).toEqual({ ...company, results: company });
    const shippings = [{ shipment_id: 'A-1', steps: [] }];
    for (const body of [{ shippings }, shippings, { results: shippings }, { results: { shippings } }]) {
      expect(normalizeForeignReply(publicStates, body).results).toEqual({ shippings });
    }
  });

  test('without results has no rows, and no order', () => {
    expect(normalizeForeignReply(deliveryModes, { code: 200 }).results).toEqual([]);
    expect(normalizeForeignReply(deliveryModes, { results: { id: 1, name: 'Uno' } }).results).toEqual([
      { id: '1', name: 'Uno' },
    ]);
    expect(normalizeForeignReply(readOrder, { code: 404, message: 'x' }).results).toBeUndefined();
    expect(normalizeForeignReply(readOrder, { results: [] }).results).toBeUndefined();
  });

  test('has no objects where it sends empty lists, and keeps what it can’t read', () => {
    const [row] = normalizeForeignReply(listOrders, [
      { merchant_order: [], printable: 'quizás', rate_value: '1.234,50', extra: { a: 1 }, receiver: 'Ana Gómez' },
    ]).results;
    expect(row).toEqual({
      merchant_order: null,
      printable: 'quizás',
      rate_value: '1.234,50',
      extra: { a: 1 },
      receiver: { receiver_name: 'Ana Gómez' },
    });
  });
});
