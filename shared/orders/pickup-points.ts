import * as z from 'zod/mini';
import { text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { zipRules } from './address.ts';

/** Most points that a search returns. */
export const MAX_NEAREST_POINTS = 10;

/** Name and place of a pickup point. */
export const pointFields = {
  code: z.string(),
  name: z.string(),
  street: z.string(),
  city: z.string(),
  /** Four digits. */
  zip_code: z.string(),
  /** Opening hours as text; empty if unknown. */
  hours: z.string(),
  /** Decimal degrees; null if unknown. */
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
};

/** An active pickup point, as senders choose it. */
const nearPoint = z.object({
  ...pointFields,
  /** Name of the province. */
  province: z.string(),
  /** Kilometres from the postal code; null if the location of either is unknown. */
  distance_km: z.nullable(z.number()),
});

export type NearPoint = z.output<typeof nearPoint>;

export const findPickupPoints = endpoint('GET /v1/client/pickup_point/', {
  access: 'client',
  needs: 'orders',
  addition: true,
  summary:
    'Lists the active pickup points that are nearest to a postal code, at most ten: by distance where the location of the postal code is known from its pickup points, else those of its province by the difference of the codes.',
  query: z.object({
    zip_code: text({ required: messages.required, ...zipRules }),
  }),
  reply: z.object({ results: z.array(nearPoint) }),
});
