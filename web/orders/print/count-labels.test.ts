import { expect, test } from 'vitest';
import { countLabels } from './count-labels.ts';

test('a cancelled shipment has no label, and each shipment counts where the gateway lists none', () => {
  expect(countLabels([{ print_png_url: '/a' }, { print_png_url: null }])).toBe(1);
  expect(countLabels([{ print_png_url: null }, {}])).toBe(2);
  expect(countLabels(undefined)).toBe(1);
});
