/** The part of fontkit that labels use; the package brings no types. */
declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    /** Advance in font units. */
    layout(text: string): { advanceWidth: number };
  }
  export function create(file: Uint8Array): Font;
}
