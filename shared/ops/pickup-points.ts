import * as z from 'zod/mini';
import { flag, pathId, text } from '#shared/fields.ts';
import { endpoint } from '#shared/http/endpoint.ts';
import { filterFlag, filterText, listQuery, page } from '#shared/http/pagination.ts';
import { provinceByLetter, provinceByName } from '#shared/rules/provinces.ts';
import { parseZip } from '#shared/rules/zip.ts';

const pickupPoint = z.object({
  code: z.string(),
  name: z.string(),
  street: z.string(),
  city: z.string(),
  /** ISO 3166-2:AR letter. */
  province: z.string(),
  /** Four digits. */
  zip_code: z.string(),
  /** New orders use only active points (readings C44). */
  active: z.boolean(),
});

export type OperatorPickupPoint = z.output<typeof pickupPoint>;

export const listPickupPoints = endpoint('GET /ops/v1/pickup_point/', {
  access: 'operator',
  needs: 'read',
  summary: 'Lists pickup points by code.',
  query: listQuery({
    /** Searches part of a code, a name or a city. */
    search: filterText,
    active: filterFlag,
  }),
  reply: page(pickupPoint),
});

export const savePickupPoint = endpoint('PUT /ops/v1/pickup_point/:code', {
  access: 'operator',
  needs: 'points',
  audit: 'ops.pickup_point.save',
  summary:
    'Adds a pickup point, or changes the one with this code. An omitted field keeps its value. Orders keep their assigned point.',
  params: z.object({ code: pathId }),
  body: z.object({
    name: text({ max: [80] }),
    street: text({ max: [80] }),
    city: text({ max: [60] }),
    /** An ISO letter or a name. */
    province: text({
      max: [60],
      check: (value) => ((provinceByLetter(value) ?? provinceByName(value)) ? null : 'La provincia no existe'),
    }),
    /** Four digits or a CPA, whose digits are stored. */
    zip_code: text({ max: [8], check: (value) => (parseZip(value) ? null : 'El código postal no es válido') }),
    active: flag(null),
  }),
  reply: z.object({ message: z.string(), results: pickupPoint }),
});
