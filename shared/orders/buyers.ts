import * as z from 'zod/mini';
import { text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';

/** Minimum and maximum length of the text that buyers are found by. */
export const BUYER_TEXT = { min: 3, max: 60 } as const;

/**
 * Fewest letters of a name, characters of a document and digits of a phone without its prefix. Shorter ones would match most orders
 * of a client: many documents and phones begin alike.
 */
export const BUYER_MINIMUM = { name: 3, document: 5, phone: 6 } as const satisfies Record<BuyerField, number>;

/** What a buyer can be found by. */
export const BUYER_FIELDS = ['name', 'document', 'phone'] as const;

export type BuyerField = (typeof BUYER_FIELDS)[number];

const buyerAddress = z.object({
  street_name: z.string(),
  street_number: z.string(),
  floor: z.string(),
  apartment: z.string(),
  between_1: z.string(),
  between_2: z.string(),
  zip_code: z.string(),
  state: z.string(),
  city: z.string(),
  neighborhood_name: z.string(),
  other_info: z.string(),
});

/** A person whom the client has sent to, as in the latest order. */
const buyer = z.object({
  first_name: z.string(),
  last_name: z.string(),
  receiver_name: z.string(),
  document: z.string(),
  email: z.string(),
  receiver_phone: z.string(),
  /** Different addresses, the latest first; none if all orders went to pickup points that the sender chose. */
  addresses: z.array(buyerAddress),
});

export type Buyer = z.output<typeof buyer>;
export type BuyerAddress = z.output<typeof buyerAddress>;

/** The client's buyers for a text. An addition: the order form works without it. */
export const findBuyers = endpoint('GET /v1/client/buyer/', {
  access: 'client',
  needs: 'orders',
  addition: true,
  summary:
    'Finds receivers of the orders of the last two years by a part of their name or by the beginning of their document or phone; the latest first. Erased receivers are never found, nor anybody by less than five characters of a document or six digits of a phone.',
  query: z.object({
    by: z.enum(BUYER_FIELDS, 'Elegí name, document o phone'),
    q: text({
      required: 'Escribí qué buscás',
      min: [BUYER_TEXT.min, `Escribí al menos ${BUYER_TEXT.min} caracteres`],
      max: [BUYER_TEXT.max],
    }),
  }),
  reply: z.object({ results: z.array(buyer) }),
});
