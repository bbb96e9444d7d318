/** The part of fontkit that is used here; the package brings no types. */
declare module 'fontkit' {
  export interface Glyph {
    id: number;
    path: { toSVG(): string };
  }
  /** Glyphs of a text, in font units. */
  export interface GlyphRun {
    advanceWidth: number;
    glyphs: Glyph[];
    positions: { xAdvance: number; xOffset: number; yOffset: number }[];
  }
  export interface Font {
    unitsPerEm: number;
    /** Every code point that has a glyph. */
    characterSet: number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    /** @param features OpenType features by their tags, on or off. */
    layout(text: string, features?: Record<string, boolean>): GlyphRun;
  }
  export function create(file: Uint8Array): Font;
}
