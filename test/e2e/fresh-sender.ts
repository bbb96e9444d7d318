import type { APIRequestContext } from '@playwright/test';
import { registrationForm } from '#test/fixtures/sender-factory.ts';
import { expect } from './fixtures.ts';
import { gatewayUrl } from './gateway-url.ts';

export interface FreshSender {
  username: string;
  password: string;
  email: string;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Returns a token of a separate session, like another device's. */
export async function tokenOf(request: APIRequestContext, { username, password }: FreshSender): Promise<string> {
  const answer = await request.post('/api/login', { data: { _username: username, _password: password } });
  return (await answer.json()).token;
}

/** Returns the token of the latest activation link to an address. */
export const activationToken = (request: APIRequestContext, email: string): Promise<string> =>
  linkToken(request, email, 'activation');

/** Returns the token of the latest link below a path, from the mails to an address in the embedded mailbox. */
export async function linkToken(request: APIRequestContext, email: string, path: string): Promise<string> {
  let token = '';
  await expect(async () => {
    const list = await (await request.get(gatewayUrl('/dev/correo'))).text();
    const mails = [...list.matchAll(new RegExp(`<a href="(/dev/correo/\\d+)">[^<]*</a></td><td>${email}<`, 'g'))];
    for (const [, link = ''] of mails) {
      const mail = await (await request.get(gatewayUrl(link))).text();
      token ||= new RegExp(`/${path}/([\\w-]+)`).exec(mail)?.[1] ?? '';
    }
    expect(token).not.toBe('');
  }).toPass();
  return token;
}

/** Activates an account by the link of its mail in the embedded mailbox. */
export async function activateByMail(request: APIRequestContext, email: string): Promise<void> {
  const token = await activationToken(request, email);
  await request.post('/api/v2/client/activate', { data: { token } });
}

/**
 * Registers a sender for one test, with one collection address (Av. Rivadavia 4500, 1424), activates it by its mail in the
 * embedded mailbox and accepts the terms. Its changes don't affect other tests.
 */
export async function freshSender(request: APIRequestContext): Promise<FreshSender> {
  const form = registrationForm();
  await request.post('/api/v2/client/register', { data: form });
  await activateByMail(request, form.email);

  const { username, password, email } = form;
  const headers = bearer(await tokenOf(request, { username, password, email }));
  const { results } = await (await request.get('/api/v1/client/terms/', { headers })).json();
  for (const { id } of results) await request.post(`/api/v1/client/terms/${id}/accept`, { headers });
  return { username, password, email };
}
