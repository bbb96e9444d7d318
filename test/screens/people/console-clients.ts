import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import type { listAllActivity } from '#shared/people/staff-activity.ts';
import type { StaffClientUser } from '#shared/people/staff-client-users.ts';
import type { DecidedClient } from '#shared/people/staff-clients.ts';

const AT = '2026-11-20T10:00:00-03:00';

/** A client that Beto Paz approved, of the console's tests. */
export const CLIENT: DecidedClient = {
  client_id: 7,
  username: 'mates',
  email: 'ana@mates.example',
  first_name: 'Ana',
  last_name: 'Núñez',
  razon_social: 'Mates del Sur S.A.',
  nombre_empresa: 'Mates del Sur',
  cuit: '30708355921',
  cuit_valid: true,
  prepago: true,
  logistica_inversa: false,
  fulfillment: false,
  activated_at: AT,
  terms_accepted: true,
  registered: AT,
  state: 'approved',
  approved_at: AT,
  rejected_at: null,
  rejection_reason: null,
  blocked_at: null,
  blocked_reason: null,
  same_cuit: 0,
  decided_by: 'Beto Paz',
};

/** Its owner. */
export const USER: StaffClientUser = {
  id: 70,
  username: 'mates',
  email: 'ana@mates.example',
  first_name: 'Ana',
  last_name: 'Núñez',
  phone: '+54 11 4555-0303',
  role: 'owner',
  activated_at: AT,
  suspended: false,
  blocked_at: null,
  blocked_reason: null,
  sessions: 2,
  last_seen_at: AT,
};

/** Beto Paz's entry in the activity, after blocking the client. */
export const BLOCK: ReplyOf<typeof listAllActivity>['results'][number] = {
  id: 2,
  at: AT,
  action: 'ops.client.block',
  target: '7',
  target_name: null,
  fields: [],
  details: null,
  network: '190.2.3.4',
  request_id: 'r',
  times: 1,
  client_id: 7,
  nombre_empresa: 'Mates del Sur',
  actor: { kind: 'staff', id: 3, name: 'Beto Paz', email: 'beto@provider.example' },
};
