import { expect, test } from 'vitest';
import { printConfigOf, settingsOf } from './print-config.ts';

const settings = { default_format: 'pdf', default_label_size: 1, labels_per_page: 2 } as const;

test('settings are read as numbers or texts', () => {
  expect(printConfigOf({ id: 7, ...settings })).toEqual({ id: 7, settings });
  const texts = { id: 7, default_format: 'PDF', default_label_size: '1', labels_per_page: '2' };
  expect(printConfigOf(texts as never)).toEqual({ id: 7, settings });
  expect(printConfigOf({})).toBeNull();
});

test('unknown settings become the defaults, and ZPL forces one label per sheet', () => {
  const usual = { default_format: 'pdf', default_label_size: 1, labels_per_page: 1 };
  expect(settingsOf({ default_format: 'png', default_label_size: 3, labels_per_page: null })).toEqual(usual);
  expect(settingsOf({ ...settings, default_format: 'zpl' })).toEqual({ ...usual, default_format: 'zpl' });
});
