import { expect, test } from 'vitest';
import { shipmentSearches } from './shipment-search.ts';

const kinds = (text: string) => shipmentSearches(text).map(({ kind }) => kind);

test.each([
  ['7K3MQ9XW2RM-1', ['label']],
  ['7k3mq9xw2rm', ['tracking']],
  ['https://remito.example/s/7K3MQ9XW2RM-2', ['label']],
  ['ana@example.com', ['email']],
  ['31.222.333', ['number', 'document', 'phone']],
  ['11.5555.0101', ['number', 'phone']],
  ['11 5555–0101', ['number', 'phone']],
  ['31222333', ['number', 'document', 'phone']],
  ['+54 9 11 4321-8765', ['number', 'phone']],
  ['PED-7', ['number', 'document', 'name']],
  ['Lucía', ['number', 'name']],
  ['Li', ['number']],
])('%s can be: %j', (text, expected) => {
  expect(kinds(text)).toEqual(expected);
});

test('a chosen kind is the only one, and a label names its order too', () => {
  expect(shipmentSearches('31222333', 'phone')).toMatchObject([{ kind: 'phone' }]);
  expect(shipmentSearches('7K3MQ9XW2RM-2', 'tracking')).toEqual([{ kind: 'tracking', values: ['7K3MQ9XW2RM'] }]);
  expect(shipmentSearches('ab', 'name')).toEqual([]);
});

test('a phone is searched in the spellings that people use', () => {
  const spellings = (text: string) => shipmentSearches(text, 'phone')[0]?.values ?? [];
  for (const one of [
    '43218765',
    '1543218765',
    '1143218765',
    '01143218765',
    '111543218765',
    '011 15 4321-8765',
    '+5491143218765',
  ])
    expect(spellings(one), one).toEqual(
      expect.arrayContaining(['43218765', '1143218765', '5491143218765', '0111543218765']),
    );
  expect(spellings('0351 15 555-6677')).toEqual(
    expect.arrayContaining(['3515556677', '549'.concat('3515556677'), '351155556677']),
  );
});
