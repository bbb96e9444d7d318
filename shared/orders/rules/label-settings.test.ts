import { expect, test } from 'vitest';
import {
  type LabelFormat,
  type LabelSize,
  type LabelsPerPage,
  labelSizesFor,
  labelsPerPageFor,
  normalizeLabelSettings,
} from './label-settings.ts';

test.each<[LabelFormat, LabelSize, LabelsPerPage, LabelSize, LabelsPerPage]>([
  ['pdf', 1, 1, 1, 1],
  ['pdf', 1, 2, 1, 2],
  ['pdf', 2, 1, 2, 1],
  ['pdf', 2, 2, 2, 1],
  ['zpl', 1, 1, 1, 1],
  ['zpl', 1, 2, 1, 1],
  ['zpl', 2, 1, 1, 1],
  ['zpl', 2, 2, 1, 1],
])('%s, size %i, %i a page becomes size %i, %i a page', (format, size, perPage, forcedSize, forcedPerPage) => {
  const forced = normalizeLabelSettings({ default_format: format, default_label_size: size, labels_per_page: perPage });
  expect(forced).toEqual({
    default_format: format,
    default_label_size: forcedSize,
    labels_per_page: forcedPerPage,
  });
  expect(normalizeLabelSettings(forced)).toEqual(forced);
  expect(labelSizesFor(format).map(({ value }) => value)).toContain(forcedSize);
  expect(labelsPerPageFor(forced).map(({ value }) => value)).toContain(forcedPerPage);
});

test('two labels per page are offered only for PDF in 95x125mm', () => {
  const offered = (default_format: LabelFormat, default_label_size: LabelSize) =>
    labelsPerPageFor({ default_format, default_label_size }).length;
  expect([offered('pdf', 1), offered('pdf', 2), offered('zpl', 1)]).toEqual([2, 1, 1]);
});

test('the sizes have the specified texts', () => {
  expect(labelSizesFor('pdf').map(({ text }) => text)).toEqual(['95x125mm', '148x105mm']);
});
