import { expect, test } from 'vitest';
import { isOfPreset, measuresOf, sidesText } from './preset-measures.ts';

const preset = { id: 1, name: 'Caja', length: 30, width: 20, height: 10, weight: 1500 };

test('typed measures are those of a preset however the weight is written', () => {
  expect(isOfPreset(measuresOf(preset), preset, true)).toBe(true);
  expect(isOfPreset({ ...measuresOf(preset), weight: '1.500' }, preset, true)).toBe(true);
  expect(isOfPreset({ ...measuresOf(preset), weight: '' }, preset, true)).toBe(false);
  expect(isOfPreset({ ...measuresOf(preset), height: '11' }, preset, true)).toBe(false);
});

test('where items determine the weight, only the sides are compared', () => {
  expect(isOfPreset({ ...measuresOf(preset), weight: '' }, preset, false)).toBe(true);
});

test('sides are shown as length, width and height', () => {
  expect(sidesText(preset)).toBe('30 × 20 × 10 cm');
});
