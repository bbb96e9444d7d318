import { expect, test } from 'vitest';
import { changeText } from './change-text.ts';
import { parseAmount } from './parse-amount.ts';
import { parseRaise, raisePrices } from './raise-prices.ts';
import { copiedZone, firstDraft } from './tariff-draft.ts';

test('amounts are read in Argentine notation, and refused where they may mean thousands', () => {
  expect(['4.400,50', '$ 12.500', '1,234.5', '4400.5', '4400,50', '1.234.567'].map(parseAmount)).toEqual([
    4400.5, 12_500, 1234.5, 4400.5, 4400.5, 1_234_567,
  ]);
  for (const text of ['12,500', '1,000', '4400.500', '1.234,567', 'gratis', '']) expect(parseAmount(text)).toBeNull();
});

test('a percentage has a sign or none, and isn’t zero or out of its limits', () => {
  expect(['8,5', '+10 %', '-8,5', '8.5', '1.000'].map(parseRaise)).toEqual([8.5, 10, -8.5, 8.5, 1000]);
  for (const text of ['0', '', 'mucho', '-91', '1001', '8.500']) expect(parseRaise(text)).toBeNull();
});

test('prices rise and fall to whole pesos with halves up, and what is no amount stays', () => {
  const prices = ['110', '1.000,40', '12,500', 'gratis'];
  const brackets = prices.map((price) => ({ up_to_weight: '500', price }));
  const draft = { ...firstDraft('2026-12-01'), zones: [{ ...copiedZone(undefined), brackets, extra_kg_price: '200' }] };
  const after = (percent: number) =>
    raisePrices(draft, percent).zones.map((zone) => [...zone.brackets.map(({ price }) => price), zone.extra_kg_price]);
  expect(after(15)).toEqual([['127', '1150', '12,500', 'gratis', '230']]);
  expect(after(-50)).toEqual([['55', '500', '12,500', 'gratis', '100']]);
});

test('a change is shown with its sign, and not if it is too small for two decimals', () => {
  expect(changeText(4000, 4340)).toBe('+8,50 %');
  expect(changeText(4000, 3000)).toBe('-25,00 %');
  expect(changeText(12_500, 12_500.5)).toBe('');
  expect(changeText(0, 100)).toBe('');
});
