import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { svgOfText } from '#server/drawing/svg-renderer.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { labelData } from '#test/fixtures/label-fixture.ts';
import { labelsPdf } from './label-pdf.ts';

test('text can be copied out of a PDF, independently of documents rendered earlier', async () => {
  // Composite glyphs: their components had lost their characters when rendered before.
  for (const weight of ['regular', 'bold'] as const)
    svgOfText({ kind: 'text', text: 'ÑÍÜ', x: 0, baseline: 10, width: 20, size: 10, weight, ink: 'black' }, 8);
  const file = labelsPdf([labelData()], { size: 1, perPage: 1 }, { createdAt: new Date('2026-01-05T15:00:00Z') });
  const { pages } = await readPdf(await buffer(file), { scan: false });
  expect(pages[0]?.text).toContain('DESTINATARIO');
  expect(pages[0]?.text).toContain('María Fernanda Álvarez Núñez');
});

test('text can be copied as typed, even where the font has ligatures or alternates', async () => {
  const street = 'Dto. 2x1 -> O’Higgins (A) @B 10:30 fi ffl <-';
  const labels = [labelData({ to: { street } })];
  const file = labelsPdf(labels, { size: 1, perPage: 1 }, { createdAt: new Date('2026-01-05T15:00:00Z') });
  const { pages } = await readPdf(await buffer(file), { scan: false });
  expect(pages[0]?.text.replace(/\s+/g, ' ')).toContain(street);
});

test('a fraction of one character is written out, so that it can be copied', async () => {
  const labels = [labelData({ who: { name: 'Piso ⅔ y ½' }, to: { street: 'Pasaje 1⁄4' } })];
  const file = labelsPdf(labels, { size: 1, perPage: 1 }, { createdAt: new Date('2026-01-05T15:00:00Z') });
  const { pages } = await readPdf(await buffer(file), { scan: false });
  expect(pages[0]?.text).toMatch(/Piso 2\/3 y (½|1\/2)/);
  expect(pages[0]?.text).toContain('Pasaje 1/4');
  expect(pages[0]?.text).not.toMatch(/[^\P{C}\n]/u);
});
