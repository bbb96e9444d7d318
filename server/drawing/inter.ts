import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';
import { MM_PER_POINT, type Weight } from './scene.ts';

/** Subsets of the font family, in the order in which they are searched for a character. */
const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'greek'] as const;

const CUT: Record<Weight, number> = { regular: 500, bold: 800 };

/** Maximum entries of the cache of widths. A page has about sixty words, and pages share many of them. */
const MAX_CACHED_WIDTHS = 20_000;

/**
 * Switches off OpenType features that replace characters, e.g. `10x15` by 10×15, or parentheses next to capitals by taller ones.
 * A PDF would contain the replacements, so that text copied from it would differ.
 */
const AS_WRITTEN = Object.fromEntries(
  ['calt', 'ccmp', 'clig', 'dnom', 'frac', 'liga', 'locl', 'numr', 'rclt', 'rlig'].map((feature) => [feature, false]),
);

/** A font and its name, which is constant across processes. */
export interface Face {
  face: string;
  font: Font;
}

/** A part of a text that one font can draw. */
export interface FontRun extends Face {
  text: string;
}

/** Text metrics for a layout, from the font that the renderer will draw. */
export interface Typeface {
  /** Returns the width of a line in mm. @param size in pt */
  measure(text: string, size: number, weight: Weight): number;
  /** Whether there is a glyph for a character. */
  covers(character: string): boolean;
  /** Marks a cut text. */
  ellipsis: string;
}

const resolve = createRequire(import.meta.url).resolve;
const fonts = new Map<string, Font>();

/** Unpacks WOFF to an uncompressed font, because the parser would inflate its tables for each document. */
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
    const created = create(unpack(readFileSync(resolve(`@fontsource/inter/files/${face}.woff`))));
    // fontkit caches a glyph with the character of its first request. A glyph first requested as a component of another one
    // (the N of Ñ) would have no character, and in every later PDF the N could not be searched or copied. So all glyphs are
    // requested here, in reverse order, because ’ and ʼ share a glyph and names are written with ’.
    for (const codePoint of created.characterSet.toReversed()) created.glyphForCodePoint(codePoint);
    // Also applies to the layout by the PDF library.
    const layout = created.layout.bind(created);
    created.layout = (text) => layout(text, AS_WRITTEN);
    fonts.set(face, created);
    font = created;
  }
  return { face, font };
}

/** Cache of faces by code point. Unbounded, because the family covers few code points. */
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

/** Splits a line into runs of one font each. A character that no font has is drawn with the first font. */
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

/** Returns the width of a text in ems. Cached by word (with its trailing space), because a layout measures texts repeatedly. */
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

/** Metrics of Inter, for renderers with embedded fonts (PDF, PNG). */
export const inter: Typeface = {
  measure: (text, size, weight) => widthOf(text, weight) * size * MM_PER_POINT,
  covers: (character) => faceFor(character, 'regular') !== undefined,
  ellipsis: '…',
};
