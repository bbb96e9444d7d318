import type { Typeface } from './inter.ts';
import { type Box, type Ink, MM_PER_POINT, type TextRun, type Weight } from './scene.ts';

/** In ems: line height, the part of it that shrinks with the text, and the baseline's distance from the top. */
const LINE = 1.2;
const LINE_SLACK = 0.15;
const BASELINE = 0.93;

/** Minimum scale at which a text that is slightly too long shrinks to one line, instead of wrapping a single word. */
const ONE_LINE = 0.86;

/** Prevents a line break between two words. Drawn as an ordinary space. */
export const NO_BREAK_SPACE = '\u00a0';

/** Scales that all texts of a box shrink by, in this order, before any text is cut. */
const STEPS = Array.from({ length: 16 }, (_, index) => 1 - index * 0.04);

/** Tolerance for the width of a text that was shrunk to fit. */
const ROUNDING_MM = 0.001;

/** A paragraph of a box: preferred and minimum size in pt, and the distance to the paragraph above in mm (`gap`). */
export interface Paragraph {
  text: string;
  size: number;
  minSize: number;
  weight: Weight;
  gap?: number;
}

/** Alignment of a text that is narrower than its box. */
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

/** Wraps a text at spaces. Breaks a word that is longer than a line at the line's end. */
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

/** Removes lines from the end until the rest fits the box. Keeps the first line of each paragraph as long as possible. */
function cutToHeight(rows: Row[][], box: Box, face: Typeface): Row[][] {
  const kept = rows.map((paragraph) => [...paragraph]);
  while (bottomOf(kept) > box.height) {
    const long = kept.findLastIndex((paragraph) => paragraph.length > 1);
    const paragraph = kept[long];
    if (!paragraph) {
      kept.pop();
      continue;
    }
    const removed = paragraph.pop();
    const last = paragraph.at(-1);
    if (!removed || !last) break;
    const text = `${last.text} ${removed.text}`;
    paragraph[paragraph.length - 1] = { ...last, text: cutToWidth(text, box.width, last.size, last.weight, face) };
    for (const later of kept.slice(long + 1)) for (const row of later) row.top -= removed.height;
  }
  return kept;
}

function toTextRun(row: Row, box: Box, align: Align, ink: Ink, face: Typeface): TextRun {
  const text = row.text.replaceAll(NO_BREAK_SPACE, ' ');
  const width = face.measure(text, row.size, row.weight);
  const free = Math.max(0, box.width - width);
  const x = box.x + (align === 'left' ? 0 : align === 'right' ? free : free / 2);
  const baseline = box.y + row.top + row.size * BASELINE * MM_PER_POINT;
  return { kind: 'text', text, x, baseline, width, size: row.size, weight: row.weight, ink };
}

/**
 * Lays out paragraphs from the top of a box. If they don't fit, shrinks them down to each paragraph's `minSize`, then cuts them
 * with an ellipsis from the end. Empty texts take no space.
 *
 * @returns the lines and their total height in mm
 */
export function fitParagraphs(paragraphs: Paragraph[], box: Box, face: Typeface): { runs: TextRun[]; height: number } {
  const shown = paragraphs.filter(({ text }) => text !== '');
  let rows: Row[][] = [];
  for (const step of STEPS) {
    rows = rowsOf(shown, box.width, step, face);
    if (bottomOf(rows) <= box.height) break;
  }
  rows = cutToHeight(rows, box, face);
  return { runs: rows.flat().map((row) => toTextRun(row, box, 'left', 'black', face)), height: bottomOf(rows) };
}

/** Lays out one line, centred vertically in a box. Shrinks it from `size` to `minSize`, then cuts it with an ellipsis. */
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
  return [
    toTextRun({ text: line, size: shrunk, weight, top: (box.height - height) / 2, height }, box, align, ink, face),
  ];
}
