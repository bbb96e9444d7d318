import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JudgedRow, judgeMapped, judgeTemplate, storedOf } from '#test/judge-cells.ts';
import { scaled } from '#test/test-scale.ts';

/** Columns of numbers: how many of the stored unit each written unit is, and how the stored number is rounded. */
const COLUMNS = {
  valor: { units: { '': 1, $: 1, ' pesos': 1 }, round: Math.round, digits: 7 },
  peso_g: { units: { '': 1, ' g': 1, ' kg': 1000 }, round: Math.ceil, digits: 6 },
  largo_cm: { units: { '': 1, ' cm': 1, ' m': 100, ' mm': 0.1 }, round: Math.ceil, digits: 4 },
} as const;

const grouped = (whole: string, separator: string) => whole.replace(/\B(?=(?:\d{3})+$)/g, separator);

/** Units with three decimals: 1.500 kg is one and a half. */
const WITH_THREE_DECIMALS = [' kg', ' m'];

interface Parts {
  whole: string;
  decimals: string;
  thousands: string;
  unit: string;
}

/** Returns the number by decision 0077: three digits behind a single separator are thousands, but decimals of kilos and metres. */
function normalValue({ whole, decimals, thousands, unit }: Parts): number {
  const hasThreeDecimals = WITH_THREE_DECIMALS.includes(unit);
  const isOneGroup = /^[.,]$/.test(thousands) && whole.length > 3 && whole.length < 7;
  if (decimals === '' && isOneGroup && hasThreeDecimals) return Number(`${whole.slice(0, -3)}.${whole.slice(-3)}`);
  if (decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole) && !hasThreeDecimals) return Number(whole + decimals);
  return Number(`${whole}.${decimals || 0}`);
}

/** A number as a person or a program writes it, and its value in the stored unit. */
const written = fc.constantFrom(...(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])).chain((column) =>
  fc
    .record({
      whole: fc.integer({ min: 0, max: 10 ** COLUMNS[column].digits - 1 }).map(String),
      decimals: fc.constantFrom('', '', '0', '00', '000', '5', '25', '125', '50', '500'),
      thousands: fc.constantFrom('', '', '.', ',', "'", '’', ' ', '\u00a0'),
      point: fc.constantFrom('.', ','),
      mark: fc.constantFrom('', '', "'", ' ', '$ ', '="'),
      unit: fc.constantFrom(...Object.keys(COLUMNS[column].units)),
    })
    .filter(({ thousands, point, mark }) => thousands !== point && (mark !== '$ ' || column === 'valor'))
    .map(({ whole, decimals, thousands, point, mark, unit }) => {
      const number = grouped(whole, thousands) + (decimals === '' ? '' : point + decimals) + unit;
      const factor = (COLUMNS[column].units as Record<string, number>)[unit] ?? 1;
      return {
        column,
        typed: mark === '="' ? `="${number}"` : `${mark}${number}`,
        value: Math.round(normalValue({ whole, decimals, thousands, unit }) * factor * 1_000_000) / 1_000_000,
      };
    }),
);

/** What became of a row: the stored number, whether a person has to check it, or that the row is refused. */
const outcome = ({ order, doubtful }: JudgedRow, column: keyof typeof COLUMNS) =>
  order ? { stored: Number(storedOf(order, column)), isDoubtful: doubtful[column] !== undefined } : 'refused';

test('a number is stored as it was written, or with a doubt, or its row is refused, alike in a template and a mapped file', async () => {
  await fc.assert(
    fc.asyncProperty(written, async ({ column, typed, value }) => {
      const found = outcome(await judgeTemplate({ [column]: typed }), column);
      expect(outcome(await judgeMapped({ [column]: typed }), column)).toEqual(found);
      if (found === 'refused' || found.isDoubtful) return;
      expect(found.stored).toBe(COLUMNS[column].round(value));
    }),
    { numRuns: scaled(500, 20_000) },
  );
});
