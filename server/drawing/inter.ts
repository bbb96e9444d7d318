import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';
import { MM_PER_POINT, type Weight } from './scene.ts';

/** The parts of the family, asked in this order for a character that the one before lacks. */
const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'greek'] as const;

const CUT: Record<Weight, number> = { regular: 500, bold: 800 };

/** A bounded memory of what was measured: a page has about sixty words, many of them shared by all pages. */
const MAX_CACHED_WIDTHS = 20_000;

/**
 * What a typeface replaces by itself: `10x15` by 10×15, brackets beside capitals by higher ones. A PDF keeps the replacement,
 * so that what is copied out of it isn't what was written.
 */
const AS_WRITTEN = Object.fromEntries(
  ['calt', 'ccmp', 'clig', 'dnom', 'frac', 'liga', 'locl', 'numr', 'rclt', 'rlig'].map((feature) => [feature, false]),
);

/** A font and its name, which is the same in every process. */
export interface Face {
  face: string;
  font: Font;
}

/** A stretch of text that one font can draw. */
export interface FontRun extends Face {
  text: string;
}

/** What a layout has to know of the letters; every painter brings the letters that it will really draw. */
export interface Typeface {
  /** Width in mm of a line at a size in pt. */
  measure(text: string, size: number, weight: Weight): number;
  /** Is there a glyph for this character? */
  covers(character: string): boolean;
  /** What stands where a text was cut. */
  ellipsis: string;
}

const resolve = createRequire(import.meta.url).resolve;
const fonts = new Map<string, Font>();

/** Unpacks WOFF into the tables that it wraps: the parser would inflate them anew for each document. */
function unpack(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = woff.subarray(44 + 20 * index, 64 + 20 * index);
    const [offset, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const data = woff.subarray(offset, offset + packed);
    return { entry, data: packed < length ? inflateSync(data) : data };
  });
  const directory = Buffer.alloc(12 + 16 * tables.length);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(tables.length, 4);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [index, { entry, data }] of tables.entries()) {
    const at = 12 + 16 * index;
    entry.copy(directory, at, 0, 4);
    entry.copy(directory, at + 4, 16, 20);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(data.length, at + 12);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(parts);
}

function faceOf(script: (typeof SCRIPTS)[number], weight: Weight): Face {
  const face = `inter-${script}-${CUT[weight]}-normal`;
  let font = fonts.get(face);
  if (!font) {
    const read = create(unpack(readFileSync(resolve(`@fontsource/inter/files/${face}.woff`))));
    // A glyph keeps the character by which it was first asked for. One that is first asked for as a part of another (the
    // N of Ñ, for its outline) would have none, and every PDF from then on an N that nobody can search for or copy.
    // The last first: ’ and ʼ share a glyph, and names are written with the former.
    for (const codePoint of read.characterSet.toReversed()) read.glyphForCodePoint(codePoint);
    // For all who lay text out, the PDF's library among them.
    const layout = read.layout.bind(read);
    read.layout = (text) => layout(text, AS_WRITTEN);
    fonts.set(face, read);
    font = read;
  }
  return { face, font };
}

/** Code point to the face that draws it; the family covers few enough to keep them all. */
const faces: Record<Weight, Map<number, Face>> = { regular: new Map(), bold: new Map() };

function faceFor(character: string, weight: Weight): Face | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  const known = faces[weight].get(codePoint);
  if (known) return known;
  const script = SCRIPTS.find((name) => faceOf(name, weight).font.hasGlyphForCodePoint(codePoint));
  if (!script) return undefined;
  const face = faceOf(script, weight);
  faces[weight].set(codePoint, face);
  return face;
}

/** Splits a line into stretches of one font each; a character that no font has goes with the first. */
export function fontRuns(text: string, weight: Weight): FontRun[] {
  const runs: FontRun[] = [];
  let last: FontRun | undefined;
  for (const character of text) {
    const { face, font } = faceFor(character, weight) ?? faceOf('latin', weight);
    if (last?.face === face) last.text += character;
    else {
      last = { face, font, text: character };
      runs.push(last);
    }
  }
  return runs;
}

const widthCache: Record<Weight, Map<string, number>> = { regular: new Map(), bold: new Map() };

/** Width in ems of a text, word by word, each with the blank behind it; setting a text asks for it several times. */
function widthOf(text: string, weight: Weight): number {
  const known = widthCache[weight].get(text);
  if (known !== undefined) return known;
  const words = text.split(/(?<= )/);
  const parts =
    words.length > 1
      ? words.map((word) => widthOf(word, weight))
      : fontRuns(text, weight).map((run) => run.font.layout(run.text).advanceWidth / run.font.unitsPerEm);
  const width = parts.reduce((sum, part) => sum + part, 0);
  if (widthCache[weight].size >= MAX_CACHED_WIDTHS) widthCache[weight].clear();
  widthCache[weight].set(text, width);
  return width;
}

/** Inter, read once in the life of the process, for the painters that bring their own letters (PDF, PNG). */
export const inter: Typeface = {
  measure: (text, size, weight) => widthOf(text, weight) * size * MM_PER_POINT,
  covers: (character) => faceFor(character, 'regular') !== undefined,
  ellipsis: '…',
};
