import * as z from 'zod/mini';
import { rowId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { receiverErased, receiverForm, receiverFound } from './personal-data.ts';

// A person's own data on request (Ley 25.326), within one client.

const ofClient = z.object({ clientId: rowId });
const userOfClient = z.object({ clientId: rowId, id: rowId });

export const findClientReceiver = endpoint('POST /ops/v1/client/:clientId/receiver/find', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.person.find',
  shows: ['name'],
  summary: 'Counts what a client’s account contains of a receiver, found by the complete document, e-mail or phone.',
  params: ofClient,
  body: receiverForm,
  reply: z.object({ results: receiverFound }),
});

export const exportClientReceiver = endpoint('POST /ops/v1/client/:clientId/receiver/export', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.person.export',
  shows: ['name', 'address', 'contact', 'text'],
  stepUp: 'factor',
  summary: 'Exports what a client’s account contains of a receiver as JSON with Spanish names.',
  params: ofClient,
  body: receiverForm,
});

export const eraseClientReceiver = endpoint('POST /ops/v1/client/:clientId/receiver/erase', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.person.erase',
  stepUp: 'factor',
  summary: 'Masks a receiver in a client’s ended orders at once, and in orders on the way once they end.',
  params: ofClient,
  body: receiverForm,
  reply: receiverErased,
});

export const exportClientUser = endpoint('POST /ops/v1/client/:clientId/user/:id/export', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.user.export',
  shows: ['user'],
  stepUp: 'factor',
  summary: 'Exports what is kept of a user as JSON with Spanish names, also of one who was removed.',
  params: userOfClient,
});

export const eraseClientUser = endpoint('POST /ops/v1/client/:clientId/user/:id/erase', {
  access: 'provider',
  needs: 'clients',
  audit: 'ops.user.erase',
  stepUp: 'factor',
  summary: 'Removes a user and masks name, e-mail and phone. Refused for the last owner of a client.',
  params: userOfClient,
  reply: z.object({ message: z.string() }),
});
