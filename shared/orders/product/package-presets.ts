import * as z from 'zod/mini';
import { rowId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { shipmentFields } from '#shared/orders/new-order.ts';

/** Maximum number of a client's package presets: one response contains all of them. */
export const MAX_PRESETS = 50;

/** Maximum length of a preset's name. */
export const PRESET_NAME_MAX = 40;

const { length, width, height, weight } = shipmentFields;

/** Form of a package preset: sides in cm and weight in grams, with the limits of an order's package. */
export const packagePresetForm = z.object({
  name: text({ required: messages.required, max: [PRESET_NAME_MAX] }),
  length,
  width,
  height,
  weight,
});

/** A package that a client sends often, by name. */
const packagePreset = z.object({
  id: z.number(),
  name: z.string(),
  /** Centimetres. */
  length: z.number(),
  width: z.number(),
  height: z.number(),
  /** Grams. */
  weight: z.number(),
});

export type PackagePreset = z.output<typeof packagePreset>;

const saved = z.object({ message: z.string(), results: packagePreset });

/** The client's presets. An addition: the order form works without it. */
export const listPackagePresets = endpoint('GET /v1/client/package_preset/', {
  access: 'client',
  needs: 'read',
  addition: true,
  summary: 'Lists the client’s package presets by name: sides in cm, weight in grams.',
  reply: z.object({ results: z.array(packagePreset) }),
});

export const createPackagePreset = endpoint('POST /v1/client/package_preset/', {
  access: 'client',
  needs: 'company',
  audit: 'preset.create',
  addition: true,
  summary: 'Adds a package preset, up to 50. Its name is unique within the client, ignoring case and accents.',
  body: packagePresetForm,
  reply: saved,
  idempotent: true,
  errorStatuses: [409],
});

export const updatePackagePreset = endpoint('PUT /v1/client/package_preset/:id', {
  access: 'client',
  needs: 'company',
  audit: 'preset.change',
  addition: true,
  summary: 'Changes a package preset. Existing orders keep their packages.',
  params: z.object({ id: rowId }),
  body: packagePresetForm,
  reply: saved,
});

export const removePackagePreset = endpoint('POST /v1/client/package_preset/:id/remove', {
  access: 'client',
  needs: 'company',
  audit: 'preset.remove',
  addition: true,
  summary: 'Removes a package preset. Existing orders keep their packages.',
  params: z.object({ id: rowId }),
  reply: z.object({ message: z.string() }),
});
