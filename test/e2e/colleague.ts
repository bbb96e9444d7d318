import type { APIRequestContext } from '@playwright/test';
import { registrationForm } from '#test/fixtures/sender-factory.ts';
import { createAuthenticator } from '#test/fixtures/staff-fixture.ts';
import { expect } from './fixtures.ts';
import { type FreshSender, linkToken, tokenOf } from './fresh-sender.ts';

const headersOf = async (request: APIRequestContext, who: FreshSender) => ({
  authorization: `Bearer ${await tokenOf(request, who)}`,
});

/** Adds Beto Sosa to a sender's company, with the role Lectura. */
export async function addColleague(request: APIRequestContext, owner: FreshSender): Promise<FreshSender> {
  const { email, username, password } = registrationForm();
  const headers = await headersOf(request, owner);
  await request.post('/api/v1/client/user_invitation/', { headers, data: { email, role: 'viewer' } });
  const token = await linkToken(request, email, 'equipo/invitacion');
  const form = { token, username, password, first_name: 'Beto', last_name: 'Sosa', phone: '11 4555 0202' };
  await request.post('/api/v2/client/invitation/accept', { data: form });
  return { username, password, email };
}

/** Sets up a person's second factor in a session of its own. @returns the authenticator app */
export async function secure(request: APIRequestContext, person: FreshSender) {
  const session = { headers: await headersOf(request, person) };
  const data = { currentPassword: person.password };
  const begun = await request.post('/api/v1/client/factor/begin', { ...session, data });
  const authenticator = createAuthenticator((await begun.json()).results.secret);
  const code = authenticator.code(new Date());
  expect((await request.post('/api/v1/client/factor/confirm', { ...session, data: { code } })).status()).toBe(200);
  return authenticator;
}
