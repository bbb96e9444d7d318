import * as z from 'zod/mini';
import { email, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { isClientPhone, plainPhone } from '#shared/orders/rules/place/phone.ts';

/** How buyers reach a client. Either may be empty; with neither, the tracking page names no seller. */
export const buyerContactForm = z.object({
  email: email({ max: [100] }),
  phone: text({
    max: [60],
    normalize: plainPhone,
    check: (value) => (isClientPhone(value) ? null : 'El teléfono es inválido'),
  }),
});

const contact = z.object({ email: z.string(), phone: z.string() });

export const readBuyerContact = endpoint('GET /v1/client/buyer_contact/', {
  access: 'client',
  needs: 'read',
  addition: true,
  summary:
    'Returns the contact for buyers that the tracking page of the client’s shipments shows; empty texts without one.',
  reply: z.object({ results: contact }),
});

export const saveBuyerContact = endpoint('PUT /v1/client/buyer_contact/', {
  access: 'client',
  needs: 'company',
  audit: 'buyer_contact.change',
  addition: true,
  summary: 'Sets the contact for buyers. Empty texts remove it from the tracking page.',
  body: buyerContactForm,
  reply: z.object({ message: z.string(), results: contact }),
});
