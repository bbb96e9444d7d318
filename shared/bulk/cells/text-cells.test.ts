import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadsheetArtifact } from '#shared/bulk/doubts/spreadsheet-artifacts.ts';
import { type TypedText, typedText } from '#test/fuzz/arbitrary-texts.ts';
import { scaled } from '#test/test-scale.ts';
import {
  FILE_ENCODINGS,
  judgeInCall,
  judgeInFile,
  judgeInForm,
  judgeInGrid,
  type TextVerdict,
  type TypedColumn,
} from '#test/texts/judge-texts.ts';
import { CAPITAL_ZIPS, provinceNameOf, SPELLED_PROVINCES } from '#test/texts/spelled-provinces.ts';
import { hasLines, plainCell } from './cell-at.ts';

/** Columns whose texts are read: each spelling of a value is stored as one. */
const READ: ReadonlySet<TypedColumn> = new Set(['documento', 'email', 'telefono', 'cp']);

const unmarked = (text: string, column: TypedColumn) => plainCell(text, hasLines(column));

/** Returns a text in the form in which it is stored: without invisible characters, with usual and single blanks. */
const normal = (text: string, column: TypedColumn) =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(column === 'observaciones' ? /[\p{Zs}\u2800\u3164]/gu : /[\p{Zs}\u2800\u3164]+/gu, ' ')
    .trim();

/** Returns a verdict with a province by its name: forms keep the spelling until the order is stored. */
const comparable = (stored: string | null, column: TypedColumn) =>
  column === 'provincia' && stored !== null ? provinceNameOf(stored) : stored;

/** Expects that a stored text is what was meant, or else what was typed where the column keeps any text. */
function expectSame({ stored }: TextVerdict, { column, meant, isDamaged }: TypedText, typed: string): void {
  // Damaged letters may be a text of the column all the same, as in an e-mail.
  if (stored === null || (isDamaged && READ.has(column))) return;
  const kept = comparable(normal(typed, column), column);
  const means = meant === null || isDamaged ? [] : [comparable(meant, column)];
  expect([...means, ...(READ.has(column) && means.length > 0 ? [] : [kept])]).toContain(comparable(stored, column));
}

const sample = fc.record({ text: typedText, encoding: fc.constantFrom(...FILE_ENCODINGS) });

test('a text is stored as it was typed, or with a doubt, or refused, alike in a form, a call, a corrected cell and a file', async () => {
  let certain = 0;
  await fc.assert(
    fc.asyncProperty(sample, async ({ text, encoding }) => {
      const { column, typed } = text;
      const form = judgeInForm({ [column]: typed }, column);
      expect(judgeInCall({ [column]: typed }, column)).toEqual(form);
      expectSame(form, text, typed);

      const plain = unmarked(typed, column);
      const formOfPlain = judgeInForm({ [column]: plain }, column);
      const grid = judgeInGrid({ [column]: typed }, column);
      const isArtifact = spreadsheetArtifact(plain, { formula: true, date: 'figure' }) !== null;
      // A floor in too many words for the form is read in a file ('2do piso al fondo' isn't).
      const isShortened = formOfPlain.stored === null && (column === 'piso' || column === 'dpto');
      if (isShortened) expect([null, text.meant]).toContain(grid.stored);
      else if (!isArtifact && !grid.isDoubtful) {
        expect(comparable(grid.stored, column)).toBe(comparable(formOfPlain.stored, column));
      }

      // Another encoding may undo a damage: the file then has other letters.
      const file = await judgeInFile({ [column]: typed }, column, text.isDamaged ? 'utf-8' : encoding);
      if (file.isDoubtful) return;
      if (file.stored !== null) {
        expectSame(file, text, plain);
        expect(file.stored).toBe(grid.stored);
        certain += 1;
      } else if (encoding.startsWith('utf')) {
        expect(grid.stored === null || text.isDamaged || text.meant === null).toBe(true);
      }
    }),
    { numRuns: scaled(700, 40_000) },
  );
  // Readers that doubt or refuse everything would prove little.
  expect(certain).toBeGreaterThan(300);
});

test('each spelling of a province is stored as that province, alike in a form, a call, a corrected cell and a file', async () => {
  for (const [provincia, name] of SPELLED_PROVINCES) {
    const cells = { provincia, cp: CAPITAL_ZIPS[name] ?? '' };
    const readings = [judgeInForm, judgeInCall, judgeInGrid].map((judge) => judge(cells, 'provincia'));
    for (const { stored, isDoubtful } of [...readings, await judgeInFile(cells, 'provincia', 'utf-8')])
      expect([provincia, provinceNameOf(stored ?? 'refused'), isDoubtful]).toEqual([provincia, name, false]);
  }
});
