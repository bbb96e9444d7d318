import type { Typeface } from './inter.ts';
import { type Box, type Ink, MM_PER_POINT, type TextRun, type Weight } from './scene.ts';

/** Height of a line in ems, and how much of it is given up where texts shrink; depth of the baseline. */
const LINE = 1.2;
const LINE_SLACK = 0.15;
const BASELINE = 0.93;

/** A text that is this little too long for one line shrinks into it rather than leave a word alone on the next. */
const ONE_LINE = 0.86;

/** Holds two words together; it is an ordinary blank once the lines are broken. */
export const NO_BREAK_SPACE = '\u00a0';

/** Texts shrink by these steps, all of a box together, before any of them is cut. */
const STEPS = Array.from({ length: 16 }, (_, index) => 1 - index * 0.04);

/** A text that was shrunk to a width is as wide as that, but for the last digits. */
const ROUNDING_MM = 0.001;

/** A text of a box: it begins at `size` pt, never goes below `minSize`, and stands `gap` mm under the one before. */
export interface Paragraph {
  text: string;
  size: number;
  minSize: number;
  weight: Weight;
  gap?: number;
}

/** Where a text that is narrower than its box stands. */
export type Align = 'left' | 'center' | 'right';

interface Row {
  text: string;
  size: number;
  weight: Weight;
  top: number;
  height: number;
}

function cutToWidth(text: string, width: number, size: number, weight: Weight, face: Typeface): string {
  const characters = [...text];
  while (characters.length > 0 && face.measure(characters.join('').trimEnd() + face.ellipsis, size, weight) > width)
    characters.pop();
  return characters.join('').trimEnd() + face.ellipsis;
}

/** Breaks a text at its blanks; a word that is longer than the line is broken where the line ends. */
function wrap(text: string, width: number, size: number, weight: Weight, face: Typeface): string[] {
  if (face.measure(text, size, weight) <= width + ROUNDING_MM) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (face.measure(longer, size, weight) <= width + ROUNDING_MM) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (line !== '' && face.measure(line + character, size, weight) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}

function rowsOf(paragraphs: Paragraph[], width: number, step: number, face: Typeface): Row[][] {
  let top = 0;
  return paragraphs.map(({ text, size, minSize, weight, gap = 0 }, index) => {
    const wanted = Math.max(minSize, size * step);
    const oneLine = (wanted * width) / face.measure(text, wanted, weight);
    const shrunk = oneLine < wanted && oneLine >= Math.max(minSize, wanted * ONE_LINE) ? oneLine : wanted;
    const height = shrunk * MM_PER_POINT * (LINE - LINE_SLACK * (1 - step));
    if (index > 0) top += gap * step;
    return wrap(text, width, shrunk, weight, face).map((line) => {
      const row = { text: line, size: shrunk, weight, top, height };
      top += height;
      return row;
    });
  });
}

function bottomOf(rows: Row[][]): number {
  const last = rows.findLast((paragraph) => paragraph.length > 0)?.at(-1);
  return last ? last.top + last.height : 0;
}

/** Takes lines away from the end, a paragraph's first line last of all, until what stays has the height of the box. */
function cutToHeight(rows: Row[][], box: Box, face: Typeface): Row[][] {
  const kept = rows.map((paragraph) => [...paragraph]);
  while (bottomOf(kept) > box.height) {
    const long = kept.findLastIndex((paragraph) => paragraph.length > 1);
    const paragraph = kept[long];
    if (!paragraph) {
      kept.pop();
      continue;
    }
    const gone = paragraph.pop();
    const last = paragraph.at(-1);
    if (!gone || !last) break;
    const text = `${last.text} ${gone.text}`;
    paragraph[paragraph.length - 1] = { ...last, text: cutToWidth(text, box.width, last.size, last.weight, face) };
    for (const later of kept.slice(long + 1)) for (const row of later) row.top -= gone.height;
  }
  return kept;
}

function placed(row: Row, box: Box, align: Align, ink: Ink, face: Typeface): TextRun {
  const text = row.text.replaceAll(NO_BREAK_SPACE, ' ');
  const width = face.measure(text, row.size, row.weight);
  const free = Math.max(0, box.width - width);
  const x = box.x + (align === 'left' ? 0 : align === 'right' ? free : free / 2);
  const baseline = box.y + row.top + row.size * BASELINE * MM_PER_POINT;
  return { kind: 'text', text, x, baseline, width, size: row.size, weight: row.weight, ink };
}

/**
 * Sets paragraphs one under the other from the top of a box. What doesn't fit shrinks first, down to each one's `minSize`,
 * and is cut with … only then, from the end. Empty texts take no room.
 * @returns the lines and the mm that they take in height.
 */
export function fitParagraphs(paragraphs: Paragraph[], box: Box, face: Typeface): { runs: TextRun[]; height: number } {
  const shown = paragraphs.filter(({ text }) => text !== '');
  let rows: Row[][] = [];
  for (const step of STEPS) {
    rows = rowsOf(shown, box.width, step, face);
    if (bottomOf(rows) <= box.height) break;
  }
  rows = cutToHeight(rows, box, face);
  return { runs: rows.flat().map((row) => placed(row, box, 'left', 'black', face)), height: bottomOf(rows) };
}

/** Sets one line in the middle of a box's height: it shrinks from `size` to `minSize` and is cut with … only then. */
export function fitLine(
  { text, size, minSize, weight }: Paragraph,
  box: Box,
  face: Typeface,
  { align = 'left', ink = 'black' }: { align?: Align; ink?: Ink } = {},
): TextRun[] {
  if (text === '') return [];
  const natural = face.measure(text, size, weight);
  const shrunk = Math.max(minSize, Math.min(size, (size * box.width) / natural));
  const whole = face.measure(text, shrunk, weight) <= box.width + ROUNDING_MM;
  const line = whole ? text : cutToWidth(text, box.width, shrunk, weight, face);
  const height = shrunk * LINE * MM_PER_POINT;
  return [placed({ text: line, size: shrunk, weight, top: (box.height - height) / 2, height }, box, align, ink, face)];
}
