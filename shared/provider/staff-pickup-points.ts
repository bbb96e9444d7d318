import * as z from 'zod/mini';
import { flag, optionalNumber, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterFlag } from '#shared/kit/http/pagination.ts';
import { pathCode } from '#shared/kit/path-code.ts';
import { resource } from '#shared/kit/resource.ts';
import { zipRules } from '#shared/orders/address.ts';
import { pointFields } from '#shared/orders/pickup-points.ts';
import { provinceByLetter, provinceByName } from '#shared/orders/rules/place/provinces.ts';

const pickupPoint = z.object({
  ...pointFields,
  /** ISO 3166-2:AR letter. */
  province: z.string(),
  /** New orders use only active points (readings C44). */
  active: z.boolean(),
});

export type StaffPickupPoint = z.output<typeof pickupPoint>;

/** The pickup points. Its file has the columns that `importPickupPoints` reads. */
export const pickupPoints = resource('/ops/v1/pickup_point/', {
  title: 'Puntos de retiro',
  nouns: ['punto', 'puntos'],
  command: ['puntos', 'Lista los puntos de retiro por código'],
  summary: 'Lists pickup points by code.',
  needs: 'read',
  row: pickupPoint,
  key: ({ code }) => code,
  filters: {
    search: { name: 'buscar', label: 'Buscar', hint: 'Código, nombre o localidad' },
    active: { schema: filterFlag },
  },
  columns: {
    code: { title: 'Código', header: 'codigo', value: ({ code }) => code },
    name: { title: 'Punto', header: 'nombre', value: ({ name }) => name },
    street: { title: 'Domicilio', header: 'domicilio', value: ({ street }) => street },
    city: { title: 'Localidad', header: 'localidad', value: ({ city }) => city },
    province: { title: 'Provincia', header: 'provincia', value: ({ province }) => province },
    zip_code: { title: 'CP', header: 'cp', value: ({ zip_code }) => zip_code },
    hours: { title: 'Horario', header: 'horario', value: ({ hours }) => hours },
    lat: { title: 'Latitud', header: 'latitud', value: ({ lat }) => lat },
    lon: { title: 'Longitud', header: 'longitud', value: ({ lon }) => lon },
    active: {
      title: 'Activo',
      header: 'activo',
      value: ({ active }) => (active ? 'Sí' : 'No'),
      inFile: ({ active }) => (active ? 'SI' : 'NO'),
    },
  },
});

export const { list: listPickupPoints, csv: exportPickupPoints } = pickupPoints;

const form = z.object({
  name: text({ max: [80] }),
  street: text({ max: [80] }),
  city: text({ max: [60] }),
  /** An ISO letter or a name. */
  province: text({
    max: [60],
    check: (value) => ((provinceByLetter(value) ?? provinceByName(value)) ? null : 'La provincia no existe'),
  }),
  /** Four digits or a CPA, whose digits are stored. */
  zip_code: text(zipRules),
  hours: z.optional(text({ max: [120] })),
  /** Decimal degrees within Argentina, so that swapped coordinates are refused; both or none. */
  lat: z.optional(optionalNumber({ min: -56, max: -21, problem: 'La latitud tiene que estar entre -56 y -21' })),
  lon: z.optional(optionalNumber({ min: -74, max: -53, problem: 'La longitud tiene que estar entre -74 y -53' })),
  active: flag(null),
});

export type PickupPointForm = z.output<typeof form>;

export const savePickupPoint = endpoint('PUT /ops/v1/pickup_point/:code', {
  access: 'provider',
  needs: 'points',
  audit: 'ops.pickup_point.save',
  summary:
    'Adds a pickup point, or changes the one with this code. An omitted field keeps its value, and so do empty ones but for hours and coordinates, which are removed. Orders keep their assigned point. Another province needs `tariffs` (403) and `confirm_prices` (409 without it).',
  params: z.object({ code: pathCode }),
  body: z.object({
    ...form.shape,
    /** Refuses the code of a point that exists. */
    only_new: flag(false),
    /** Confirms that orders to the point change their price. Needs the permission `tariffs`. */
    confirm_prices: flag(false),
  }),
  reply: z.object({ message: z.string(), results: pickupPoint }),
  errorStatuses: [409],
});

/** Maximum size of a file of pickup points in bytes, and of its rows. */
export const POINT_FILE_LIMITS = { bytes: 1024 * 1024, rows: 2000 };

/** A row of a file of pickup points. */
export const pickupPointRow = z.object({
  code: text({
    required: 'Falta el código',
    max: [40],
    check: (value) => (/^[A-Za-z0-9-]+$/.test(value) ? null : 'El código lleva letras, números y guiones'),
  }),
  ...form.shape,
});

const rowResult = z.object({
  /** Line in the file, from 1. */
  line: z.number(),
  code: z.string(),
  result: z.enum(['created', 'changed', 'unchanged', 'refused']),
  /** Reason of the refusal. */
  reason: z.nullable(z.string()),
});

export type PickupPointResult = z.output<typeof rowResult>;

export const importPickupPoints = endpoint('POST /ops/v1/pickup_point/import', {
  access: 'provider',
  needs: 'points',
  audit: 'ops.pickup_point.import',
  summary:
    'Adds or changes pickup points by a CSV file, as exported: each row is accepted or refused separately, and an empty cell keeps its value.',
  maxBytes: 2 * POINT_FILE_LIMITS.bytes,
  body: z.object({
    text: text({
      required: 'El archivo está vacío',
      max: [POINT_FILE_LIMITS.bytes, 'El archivo es demasiado largo'],
      lines: true,
    }),
  }),
  reply: z.object({ message: z.string(), results: z.array(rowResult) }),
});
