import * as z from 'zod/mini';
import { integer, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { MAX_LABELS, TOO_MANY_LABELS } from './labels.ts';

const MIB = 1024 * 1024;

/** Maximum size in bytes of a PNG to convert. */
export const MAX_PNG_BYTES = 2 * MIB;

const offset = (name: string) =>
  integer({
    required: messages.required,
    min: [0, `El desplazamiento ${name} va de 0 a 32000`],
    max: [32_000, `El desplazamiento ${name} va de 0 a 32000`],
  });

/** A label image and the position of its upper left corner on the printer, in dots. */
const conversion = {
  /** `data:image/png;base64,…` or a `print_png_url` of ours (readings S3). */
  png_label: text({ required: messages.required, max: [Math.ceil((MAX_PNG_BYTES * 4) / 3) + 100, messages.tooLarge] }),
  fo_x: offset('horizontal'),
  fo_y: offset('vertical'),
};

export const labelToZpl = endpoint('POST /v1/client/label/zpl', {
  access: 'client',
  needs: 'orders',
  audit: 'label.print',
  summary: 'Converts a label picture to ZPL graphics; returns a data URL (readings S3, C44).',
  body: z.object(conversion),
  reply: z.object({ results: z.string() }),
  maxBytes: 3 * MIB,
  portal: true,
  errorStatuses: [404],
});

export const labelsToZpl = endpoint('POST /v1/client/label/zpl/batch', {
  access: 'client',
  needs: 'orders',
  audit: 'label.print',
  summary: 'Converts up to 500 label pictures to ZPL graphics; returns one data URL with all of them.',
  body: z.object({
    labels: z
      .array(z.object(conversion), messages.value)
      .check(z.minLength(1, 'Elegí al menos una etiqueta'), z.maxLength(MAX_LABELS, TOO_MANY_LABELS)),
  }),
  reply: z.object({ results: z.string() }),
  maxBytes: 16 * MIB,
  portal: true,
  errorStatuses: [404],
});
