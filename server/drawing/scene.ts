/** Weights of the font family, both legible on thermal printers. */
export type Weight = 'regular' | 'bold';

export type Ink = 'black' | 'white';

/** A rectangle in mm, relative to the upper left corner of the page. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One line of text that fits: `x` is its left end and `baseline` its vertical position, both in mm; `size` is in pt. */
export interface TextRun {
  kind: 'text';
  text: string;
  x: number;
  baseline: number;
  width: number;
  size: number;
  weight: Weight;
  ink: Ink;
}

/** A horizontal or vertical stroke. */
export interface Line {
  kind: 'line';
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  thickness: number;
}

export interface FilledBox extends Box {
  kind: 'box';
}

/** Code 128: widths of bars and gaps in modules, starting with a bar; `x` is the left end of the first bar. */
export interface Code128 {
  kind: 'code128';
  text: string;
  x: number;
  y: number;
  module: number;
  height: number;
  widths: number[];
}

/** QR: `count` × `count` modules, row by row, 1 is black; `x` and `y` are the upper left corner of the first module. */
export interface QrCode {
  kind: 'qr';
  text: string;
  x: number;
  y: number;
  module: number;
  count: number;
  modules: number[];
}

export type Primitive = TextRun | Line | FilledBox | Code128 | QrCode;

/** The layout of one page for any renderer: in mm, origin in the upper left corner, y downwards, black on white. */
export interface Scene {
  width: number;
  height: number;
  primitives: Primitive[];
}

/** Millimetres per typographic point. */
export const MM_PER_POINT = 25.4 / 72;
