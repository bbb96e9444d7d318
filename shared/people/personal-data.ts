import * as z from 'zod/mini';
import { choice, flag, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { searchedEmail } from '#shared/kit/text/email.ts';
import { documentError, NO_DOCUMENT, plainDocument } from '#shared/orders/rules/place/document.ts';
import { isReceiverPhone, phoneDigits } from '#shared/orders/rules/place/phone.ts';

// A person's own data on request (Ley 25.326), all of it additions. The calls are POST because an address in a URL is logged.

/** What a receiver is found by, completely and within one client. */
export const RECEIVER_KEYS = ['document', 'email', 'phone'] as const;

export type ReceiverKey = (typeof RECEIVER_KEYS)[number];

/** Names of the keys on screens. */
export const RECEIVER_KEY_NAMES: Record<ReceiverKey, string> = {
  document: 'Documento',
  email: 'Email',
  phone: 'Teléfono',
};

/** Most orders on the way that one response names. */
export const MAX_NAMED_ORDERS = 100;

/** Most orders of a receiver that a search counts. */
export const MAX_COUNTED_ORDERS = 10_000;

/** Returns a value as it is searched: a document without signs, the digits of a phone, an address in its stored form. */
export function searchedValue(by: ReceiverKey, value: string): string {
  if (by === 'document') return plainDocument(value);
  return (by === 'phone' ? phoneDigits(value) : searchedEmail(value)) ?? '';
}

function valueError(by: ReceiverKey, value: string): string | null {
  const searched = searchedValue(by, value);
  if (by === 'email') return searched === '' ? messages.email : null;
  if (by === 'phone') return isReceiverPhone(value) ? null : 'Escribí el teléfono completo, con al menos 7 números';
  return searched.toUpperCase() === NO_DOCUMENT ? 'Escribí un documento' : documentError(searched);
}

/** The receiver that a call is about: one of document, e-mail and phone. */
export const receiverForm = z
  .object({
    by: choice(RECEIVER_KEYS, 'Elegí por qué dato buscar'),
    value: text({ required: 'Escribí el dato completo', max: [254] }),
  })
  .check(
    z.superRefine((form, context) => {
      const problem = valueError(form.by, form.value);
      if (problem) context.addIssue({ code: 'custom', path: ['value'], message: problem, input: form.value });
    }),
  );

const namedOrder = z.object({ tracking_id: z.string(), order_id: z.string() });

export const receiverFound = z.object({
  /** Orders with this receiver that aren't masked; at most 10,000 are counted. */
  orders: z.number(),
  /** Those among them that wait for their end: they are on the way, or a modification request isn't decided. */
  on_the_way: z.number(),
  /** The first of the orders on the way. */
  named: z.array(namedOrder),
  /** Different receivers' names in these orders, at most ten: several people may share a phone. */
  names: z.array(z.string()),
  /** Modification requests with this e-mail or phone, of orders that don't have it: before or after the modification. */
  requests: z.number(),
  /** Failed rows of bulk uploads with this value. */
  failed_rows: z.number(),
});

export type ReceiverFound = z.output<typeof receiverFound>;

export const receiverErased = z.object({
  message: z.string(),
  results: z.object({
    /** Orders whose receiver was masked by this call. */
    erased: z.number(),
    /** Orders that are masked once they end. */
    waiting: z.number(),
    /** The first of the waiting orders. */
    named: z.array(namedOrder),
    /** Modification requests whose receiver was masked by this call. Those that aren't decided are masked by a later call. */
    requests: z.number(),
    failed_rows: z.number(),
  }),
});

export const findReceiver = endpoint('POST /v1/client/receiver/find', {
  access: 'client',
  needs: 'company',
  audit: 'person.find',
  addition: true,
  summary: 'Counts what is kept of a receiver, found by the complete document, e-mail or phone (Ley 25.326).',
  body: receiverForm,
  reply: z.object({ results: receiverFound }),
});

export const exportReceiver = endpoint('POST /v1/client/receiver/export', {
  access: 'client',
  needs: 'company',
  audit: 'person.export',
  addition: true,
  stepUp: 'factor',
  summary: 'Exports what is kept of a receiver as JSON with Spanish names: orders, histories, payments, failed rows.',
  body: receiverForm,
});

export const eraseReceiver = endpoint('POST /v1/client/receiver/erase', {
  access: 'client',
  needs: 'company',
  audit: 'person.erase',
  addition: true,
  stepUp: 'factor',
  summary:
    'Masks a receiver in all ended orders at once, and in orders on the way once they end. Calling it again changes nothing more.',
  body: receiverForm,
  reply: receiverErased,
});

export const exportOwnData = endpoint('GET /v1/client/user/data', {
  access: 'client',
  needs: 'own',
  audit: 'export.own_data',
  addition: true,
  stepUp: 'factor',
  summary: 'Exports what is kept of the user as JSON with Spanish names: data, sessions, and what the user did.',
});

export const eraseOwnUser = endpoint('POST /v1/client/user/erase', {
  access: 'client',
  needs: 'own',
  audit: 'user.erase',
  addition: true,
  stepUp: 'factor',
  summary: 'Removes the caller from the company and masks the caller’s name, e-mail and phone. The last owner can’t.',
  body: z.object({ confirmed: flag(false) }),
  reply: z.object({ message: z.string() }),
});
