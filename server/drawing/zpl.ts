import { type Bitmap, bytesPerRow } from './bitmap.ts';

/**
 * Encodes a text as field data after `^FH` (readings S16). Writes `^ ~ _ \` and all characters that aren't printable ASCII as
 * hexadecimal UTF-8 bytes, so that a text can't contain commands. Requires `^CI28`.
 */
export function fieldData(text: string): string {
  if (!/[^ -}]|[\\^_]/.test(text)) return text;
  return text.replace(/[^ -}]|[\\^_]/gu, (character) => {
    let bytes = '';
    for (const byte of Buffer.from(character)) bytes += `_${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    return bytes;
  });
}

/** Bytes of one graphic field. Printers silently cut fields of more than 99,999 bytes. */
const BAND_BYTES = 60_000;

/** Letters that repeat the next digit: g–z a multiple of twenty times, G–Y one to nineteen times. */
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
 * Encodes one row in compressed hexadecimal. `,` fills the rest of the row with white. `!` for black isn't used, because
 * emulators interpret it differently.
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
 * Encodes a picture as graphic fields at `x`, `y` dots, split into bands below the size limit. `:` repeats the row above.
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
