import { type Bitmap, bytesPerRow } from './bitmap.ts';

/**
 * Text as a printer's field data after `^FH` (readings S16): `^ ~ _ \` and whatever is not a printable ASCII character go as
 * the hexadecimal bytes of their UTF-8, so that no text can be a command and no line loses a letter. The format needs `^CI28`.
 */
export function fieldData(text: string): string {
  if (!/[^ -}]|[\\^_]/.test(text)) return text;
  return text.replace(/[^ -}]|[\\^_]/gu, (character) => {
    let bytes = '';
    for (const byte of Buffer.from(character)) bytes += `_${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    return bytes;
  });
}

/** Bytes of one graphic field. The limit is 99,999, and what is over it is cut without a word. */
const BAND_BYTES = 60_000;

/** Letters that repeat the digit behind them: g–z so many times twenty, G–Y up to nineteen times. */
const TWENTIES = ' ghijklmnopqrstuvwxyz';
const ONES = ' GHIJKLMNOPQRSTUVWXY';
const DIGITS = '0123456789ABCDEF';

function repeated(digit: number, times: number): string {
  const once = DIGITS.charAt(digit);
  if (times === 1) return once;
  let text = '';
  let left = times;
  for (; left > 400; left -= 400) text += `z${once}`;
  const [twenties, ones] = [Math.floor(left / 20), left % 20];
  return `${text}${twenties > 0 ? TWENTIES.charAt(twenties) : ''}${ones > 0 ? ONES.charAt(ones) : ''}${once}`;
}

/**
 * One row of a picture in the printer's compressed hexadecimal: `,` fills its rest with white. There is a `!` for black as
 * well, which emulations take for something else, so it is not used.
 */
function compressedRow(row: Uint8Array): string {
  let text = '';
  let last = -1;
  let times = 0;
  for (let at = 0; at < row.length * 2; at++) {
    const byte = row[at >> 1] as number;
    const digit = at % 2 === 0 ? byte >> 4 : byte & 15;
    if (digit === last) times++;
    else {
      if (times > 0) text += repeated(last, times);
      last = digit;
      times = 1;
    }
  }
  return last === 0 ? `${text},` : text + repeated(last, times);
}

/**
 * A picture as graphic fields at `x`, `y` dots, in as many bands as it takes to keep each one legal. A row like the one
 * above it is a `:`.
 */
export function graphicFields(bitmap: Bitmap, x: number, y: number): string {
  const perRow = bytesPerRow(bitmap);
  const rowsOfBand = Math.max(1, Math.floor(BAND_BYTES / perRow));
  let fields = '';
  for (let top = 0; top < bitmap.height; top += rowsOfBand) {
    const rows = Math.min(rowsOfBand, bitmap.height - top);
    let data = '';
    let above: Uint8Array | null = null;
    for (let index = top; index < top + rows; index++) {
      const row = bitmap.bits.subarray(index * perRow, (index + 1) * perRow);
      data += above && Buffer.compare(row, above) === 0 ? ':' : compressedRow(row);
      above = row;
    }
    const bytes = rows * perRow;
    fields += `^FO${x},${y + top}^GFA,${bytes},${bytes},${perRow},${data}^FS\n`;
  }
  return fields;
}
