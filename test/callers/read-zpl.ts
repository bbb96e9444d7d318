import { createRequire } from 'node:module';
import { type ScannedBarcode, scanBarcodes } from './barcode-scanner.ts';

// A bundled module for browsers would be transformed again for each test.
const renderer: typeof import('zpl-renderer-js') = createRequire(import.meta.url)('zpl-renderer-js');

/** A field of text or code: `x`, `y` in dots, `command` that draws it, `text` after decoding `^FH`. */
export interface ReadField {
  x: number;
  y: number;
  command: string;
  text: string;
}

/** A parsed label. */
export interface ReadLabel {
  /** All commands by name (`^FO`), in order. */
  commands: string[];
  fields: ReadField[];
  /** All texts, in order. */
  text: string;
}

/** Decodes `^FH`: hexadecimal bytes of UTF-8 after an escape sign. */
export function fieldText(data: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < data.length; at++) {
    if (data[at] === '_') {
      bytes.push(Number.parseInt(data.slice(at + 1, at + 3), 16));
      at += 2;
    } else bytes.push(data.charCodeAt(at));
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes));
}

/** Splits ZPL like a printer: every `^` and `~` begins a command, in any position. */
export function readZpl(zpl: string): ReadLabel[] {
  const commands = [...zpl.matchAll(/([\^~])(A[0-9A-Z@]|[A-Z0-9]{2})([^^~]*)/g)].map(([, sign, name, rest]) => ({
    name: `${sign}${name}`,
    rest: rest?.replace(/\n$/, '') ?? '',
  }));
  const labels: ReadLabel[] = [];
  let place: Pick<ReadField, 'x' | 'y' | 'command'> = { x: 0, y: 0, command: '' };
  let escaped = false;
  for (const { name, rest } of commands) {
    if (name === '^XA') labels.push({ commands: [], fields: [], text: '' });
    const label = labels.at(-1);
    if (!label) throw new Error(`${name} outside a label`);
    label.commands.push(name);
    if (name === '^FO' || name === '^FT') {
      const [x = 0, y = 0] = rest.split(',').map(Number);
      place = { x, y, command: '' };
      escaped = false;
    } else if (/^\^(A.|B[CQ])$/.test(name)) place.command = name;
    else if (name === '^FH') escaped = true;
    else if (name === '^FD') {
      const text = escaped ? fieldText(rest) : rest;
      label.fields.push({ ...place, text });
      label.text += `${text}\n`;
    }
  }
  return labels;
}

/** Renders labels as PNG with an independent printer emulation. */
export async function printZpl(
  zpl: string,
  { width, height, dotsPerMm }: { width: number; height: number; dotsPerMm: number },
): Promise<Buffer[]> {
  const { api } = await renderer.ready;
  const labels = await api.zplToBase64MultipleAsync(zpl, width, height, dotsPerMm);
  return labels.map((label) => Buffer.from(label, 'base64'));
}

/** Scans the codes of rendered labels. */
export async function scanZpl(
  zpl: string,
  paper: { width: number; height: number; dotsPerMm: number },
): Promise<ScannedBarcode[][]> {
  const labels = await printZpl(zpl, paper);
  return Promise.all(labels.map((label) => scanBarcodes(new Uint8Array(label), paper.dotsPerMm)));
}
