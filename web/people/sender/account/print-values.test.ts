import { expect, test } from 'vitest';
import { settingsOf } from '#web/orders/print/print-config.ts';
import { printOutcome, valuesOf } from './print-values.ts';

const settings = { default_format: 'pdf', default_label_size: 1, labels_per_page: 2 } as const;

test('print settings keep their values in the form', () => {
  expect(settingsOf(valuesOf(settings))).toEqual(settings);
});

test('each combination of print settings has a different explanation', () => {
  const sentences = [
    settings,
    { ...settings, labels_per_page: 1 as const },
    { default_format: 'pdf', default_label_size: 2, labels_per_page: 1 } as const,
    { default_format: 'zpl', default_label_size: 1, labels_per_page: 1 } as const,
  ].map(printOutcome);
  expect(new Set(sentences).size).toBe(4);
});
