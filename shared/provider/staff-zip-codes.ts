import * as z from 'zod/mini';
import { flag, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { resource } from '#shared/kit/resource.ts';
import { zipRules } from '#shared/orders/address.ts';
import { provinceByLetter, provinceByName } from '#shared/orders/rules/place/provinces.ts';

const locality = z.object({
  /** Four digits. */
  zip_code: z.string(),
  city: z.string(),
  /** ISO 3166-2:AR letter. */
  province: z.string(),
});

export type StaffLocality = z.output<typeof locality>;

/** A locality with its postal code: four digits or a CPA; the province as a letter or a name. */
export const localityForm = z.object({
  zip_code: text({ required: messages.required, ...zipRules }),
  city: text({ required: messages.required, max: [40] }),
  province: text({
    required: messages.required,
    max: [60],
    check: (value) => ((provinceByLetter(value) ?? provinceByName(value)) ? null : 'La provincia no existe'),
  }),
});

/** A change of a locality. */
const localityChange = z.object({
  ...localityForm.shape,
  /** Confirms that quotes and orders to the code change their price. Needs the permission `tariffs`. */
  confirm_prices: flag(false),
});

/** Maximum size of a list in bytes, and of its rows. */
export const LOCALITY_FILE_LIMITS = { bytes: 3 * 1024 * 1024, rows: 50_000 };

/** The localities with their postal codes. */
export const localities = resource('/ops/v1/zip_code/', {
  title: 'Localidades',
  nouns: ['localidad', 'localidades'],
  command: ['codigos-postales', 'Lista las localidades con su código postal'],
  summary: 'Lists localities with their postal codes.',
  needs: 'read',
  row: locality,
  key: ({ zip_code, city, province }) => `${zip_code} ${province} ${city}`,
  filters: { search: { name: 'buscar', label: 'Buscar', hint: 'Comienzo del código, o parte de la localidad' } },
  columns: {
    zip_code: { title: 'Código postal', header: 'cp', value: ({ zip_code }) => zip_code },
    city: { title: 'Localidad', header: 'localidad', value: ({ city }) => city },
    province: { title: 'Provincia', header: 'provincia', value: ({ province }) => provinceByLetter(province)?.name },
  },
});

export const { list: listLocalities, csv: exportLocalities } = localities;

export const addLocality = endpoint('POST /ops/v1/zip_code/', {
  access: 'provider',
  needs: 'points',
  audit: 'ops.zip_code.add',
  summary:
    'Adds a locality with its postal code. A province that the code, listed or by its digits, can’t have yet needs `tariffs` (403) and `confirm_prices` (409 without it).',
  body: localityChange,
  reply: z.object({ message: z.string(), results: locality }),
  errorStatuses: [409],
});

export const removeLocality = endpoint('POST /ops/v1/zip_code/remove', {
  access: 'provider',
  needs: 'points',
  audit: 'ops.zip_code.remove',
  errorStatuses: [404, 409],
  summary:
    'Removes a locality. Orders and addresses keep their postal codes. If the code can have other provinces then, this needs `tariffs` (403) and `confirm_prices` (409 without it).',
  body: localityChange,
  reply: z.object({ message: z.string() }),
});

const listProblem = z.object({ line: z.number(), message: z.string() });

export const importLocalities = endpoint('POST /ops/v1/zip_code/import', {
  access: 'provider',
  needs: 'points',
  audit: 'ops.zip_code.import',
  summary:
    'Adds the localities of a CSV list with the columns code (or cp), city (or localidad) and province (or provincia). Known ones stay; each wrong row is reported with its line, and so is each row with a province that its code can’t have.',
  maxBytes: 2 * LOCALITY_FILE_LIMITS.bytes,
  body: z.object({
    text: text({
      required: 'El archivo está vacío',
      max: [LOCALITY_FILE_LIMITS.bytes, 'La lista es demasiado larga'],
      lines: true,
    }),
  }),
  reply: z.object({
    message: z.string(),
    results: z.object({
      /** Correct rows, and how many of them are new. */
      read: z.number(),
      added: z.number(),
      /** At most 1,000. */
      problems: z.array(listProblem),
    }),
  }),
});
