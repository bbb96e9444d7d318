import { createRequire } from 'node:module';
import { type ScannedBarcode, scanBarcodes } from './barcode-scanner.ts';

// Its module for browsers would be transformed anew for each test.
const renderer: typeof import('zpl-renderer-js') = createRequire(import.meta.url)('zpl-renderer-js');

/** A field of text or code as a printer reads it: `x`, `y` in dots, `command` what draws it, `text` what `^FH` says. */
export interface ReadField {
  x: number;
  y: number;
  command: string;
  text: string;
}

/** A label as a printer reads it. */
export interface ReadLabel {
  /** Every command by its name (`^FO`), in their order. */
  commands: string[];
  fields: ReadField[];
  /** All texts, in their order. */
  text: string;
}

/** Undoes `^FH`: what stands behind the sign are bytes of UTF-8. */
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

/** Splits ZPL as a printer does, where every `^` and `~` begins a command, wherever it stands. */
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

/** What a foreign emulation of a printer prints: PNGs of the labels. */
export async function printZpl(
  zpl: string,
  { width, height, dotsPerMm }: { width: number; height: number; dotsPerMm: number },
): Promise<Buffer[]> {
  const { api } = await renderer.ready;
  const labels = await api.zplToBase64MultipleAsync(zpl, width, height, dotsPerMm);
  return labels.map((label) => Buffer.from(label, 'base64'));
}

/** The codes of printed labels. */
export async function scanZpl(
  zpl: string,
  paper: { width: number; height: number; dotsPerMm: number },
): Promise<ScannedBarcode[][]> {
  const labels = await printZpl(zpl, paper);
  return Promise.all(labels.map((label) => scanBarcodes(new Uint8Array(label), paper.dotsPerMm)));
}
