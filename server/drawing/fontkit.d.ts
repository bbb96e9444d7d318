/** Types of the used part of fontkit, which has no types. */
declare module 'fontkit' {
  export interface Glyph {
    id: number;
    path: { toSVG(): string };
  }
  /** Glyphs and positions of a text, in font units. */
  export interface GlyphRun {
    advanceWidth: number;
    glyphs: Glyph[];
    positions: { xAdvance: number; xOffset: number; yOffset: number }[];
  }
  export interface Font {
    unitsPerEm: number;
    /** All code points with a glyph. */
    characterSet: number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    /** @param features OpenType features by tag, on or off */
    layout(text: string, features?: Record<string, boolean>): GlyphRun;
  }
  export function create(file: Uint8Array): Font;
}
