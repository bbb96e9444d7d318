import { plainCell } from '#shared/bulk/cells/cell-at.ts';
import { controlsReason, damagedText, type TextKind } from '#shared/bulk/file/damaged-text.ts';
import { ENCODING_NAMES } from '#shared/bulk/file/encodings.ts';
import { guessedEncoding, withoutMarks } from '#shared/bulk/file/line-decoder.ts';
import { endsInReference, type RepairedText, repairText, revertTwice } from '#shared/bulk/file/repair-text.ts';
import { CsvFileError, shortened } from '#shared/bulk/rows/errors.ts';
import { MAX_CELL, STEP_CHARACTERS } from '#shared/bulk/rows/limits.ts';

/** A word of a row that was repaired or guessed, and the reason in Spanish. */
interface Note {
  word: string;
  reason: string;
}

/** A row whose text is repaired as far as possible. */
interface RepairedRow {
  cells: string[];
  notes: readonly Note[];
}

const CAUSES: Readonly<Record<RepairedText['cause'], string>> = {
  twice: 'el archivo se guardó mal en UTF-8',
  html: 'el archivo tiene códigos de HTML',
  escape: 'el archivo tiene letras en código',
};

/**
 * Repairs the cells of a row, and joins those that a `;` of an HTML reference divided. Stops after each `STEP_CHARACTERS`.
 *
 * @param delimiter delimiter of the file
 */
export function* repairRow(written: readonly string[], delimiter: string): Generator<void, RepairedRow> {
  const isPlain = written.every((cell) => !/[^\0-\x7F]|[&%\\=]/.test(cell));
  if (isPlain) return { cells: [...written], notes: [] };
  const notes: Note[] = [];
  const cells: string[] = [];
  let read = 0;
  for (const cell of delimiter === ';' ? joinReferences(written) : written) {
    cells.push(repairCell(cell, notes));
    read += cell.length;
    if (read < STEP_CHARACTERS) continue;
    read = 0;
    yield;
  }
  return { cells, notes };
}

/** Repairs a cell, and notes each word that was repaired or guessed. A cell that is too long is refused: nothing is repaired in it. */
function repairCell(cell: string, notes: Note[]): string {
  if (cell.length > MAX_CELL) return withoutMarks(cell);
  const encoding = guessedEncoding(cell);
  const plain = encoding ? withoutMarks(cell) : cell;
  if (encoding) {
    const reason = `La fila parece estar en ${ENCODING_NAMES[encoding]}. Revisá sus letras, o exportá el archivo como CSV UTF-8`;
    notes.push(...wordsOf(plain).map((word) => ({ word, reason })));
  }
  const repaired = repairText(plain);
  if (!repaired) return plain;
  const [read, before] = [repaired.text, plain].map((text) => shortened(text.trim()));
  const reason = `Leímos «${read}» donde dice «${before}»: ${CAUSES[repaired.cause]}. Revisalo`;
  const changed = changedWords(plain, repaired.text);
  // A repair that only removes a word is shown at the longest word that remains.
  const noted = changed.length > 0 ? changed : words(repaired.text).sort(byLength).slice(-1);
  notes.push(...noted.map((word) => ({ word, reason })));
  return repaired.text;
}

/** Joins a cell that ends in `&ntilde` with the next one. */
function joinReferences(cells: readonly string[]): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const cell of cells) {
    if (isOpen) joined.push(`${joined.pop()};${cell}`);
    else joined.push(cell);
    isOpen = endsInReference(cell);
  }
  return joined;
}

/** Words as the column's value contains them: without a program's marks and invisible characters. */
const words = (text: string) =>
  plainCell(text)
    .split(/\s+/)
    .filter((word) => word !== '');

const byLength = (a: string, b: string) => a.length - b.length;

const wordsOf = (text: string) => words(text).filter((word) => /[^\0-\x7F]/u.test(word));

/** Returns the words of a repaired text that the text lacked. */
function changedWords(before: string, after: string): string[] {
  const known = new Set(words(before));
  return words(after).filter((word) => word !== '' && !known.has(word));
}

/** Columns of codes: any sign may stand between their letters. */
const CODES: ReadonlySet<string> = new Set([
  'sku',
  'codigo_barras',
  'email',
  'nro_orden',
  'envio',
  'modo_entrega',
  'order',
  'currency',
]);
/** Columns of prose and of products, whose names contain brands. */
const PROSE: ReadonlySet<string> = new Set([
  'observaciones',
  'note',
  'product',
  'descripcion',
  'categoria',
  'shipping_method',
]);

/** Returns why the value of a column was guessed or is damaged; null if it is clean. */
export function damageOf(column: string, value: string, notes: readonly Note[]): string | null {
  const note = notes.find(({ word }) => value.includes(word));
  if (note) return note.reason;
  if (CODES.has(column) || value.length > MAX_CELL) return null;
  const kind: TextKind = PROSE.has(column) ? 'prose' : 'name';
  return damagedText(value, kind);
}

/**
 * Checks the text of a file that has no place for doubts, as `createDecoder` returned it with marks. A sign in a word is no certain
 * damage: a SKU may be 'CAMISA~M', and a product '½ docena'.
 *
 * @throws {CsvFileError} for the first line whose letters were guessed, or are certainly damaged
 */
export function requireWholeLetters(text: string): void {
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const reason = damageOfLine(line);
    if (reason) throw new CsvFileError('damaged_text', `Línea ${index + 1}: ${reason}`);
  }
}

function damageOfLine(line: string): string | null {
  const encoding = guessedEncoding(line);
  if (encoding) return `parece estar en ${ENCODING_NAMES[encoding]}. Exportá el archivo como CSV UTF-8`;
  if (line.includes('\uFFFD')) return 'tiene un carácter que no se pudo leer. Exportá el archivo como CSV UTF-8';
  const [word] = changedWords(revertTwice(line), line);
  if (word) return `«${shortened(word)}» está dañado: ${CAUSES.twice}. Exportá el archivo como CSV UTF-8`;
  return controlsReason(line);
}
