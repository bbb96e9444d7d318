import { expect, test } from 'vitest';
import { settingsOf } from '#web/parts/print-settings/print-config.ts';
import { printOutcome, valuesOf } from './print-values.ts';

const settings = { default_format: 'pdf', default_label_size: 1, labels_per_page: 2 } as const;

test('settings go through selects and come back', () => {
  expect(settingsOf(valuesOf(settings))).toEqual(settings);
});

test('each outcome has its own sentence', () => {
  const said = [
    settings,
    { ...settings, labels_per_page: 1 as const },
    { default_format: 'pdf', default_label_size: 2, labels_per_page: 1 } as const,
    { default_format: 'zpl', default_label_size: 1, labels_per_page: 1 } as const,
  ].map(printOutcome);
  expect(new Set(said).size).toBe(4);
});
