import { decodeJwt, SignJWT } from 'jose';
import * as access from '#shared/people/access.ts';
import type { TestApp } from '#test/app/test-app.ts';
import { invalidateSessions } from '#test/app/user-states.ts';
import type { HttpClient } from '#test/callers/http-client.ts';
import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { logIn, type Sender, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import type { FakeMailServer } from '#test/services/fake-mail-server.ts';

/** Invalid tokens by their fault; undefined is a missing token. */
export type BadTokens = Record<string, string | undefined>;

/** A valid token, and the secret that signs tokens. */
interface Issued {
  sender: Sender;
  secret: string;
}

/** Creates tokens that give no access. */
export async function createBadTokens(app: TestApp, mail: FakeMailServer, issued: Issued): Promise<BadTokens> {
  return { ...(await forgedTokens(app, mail, issued)), ...(await endedTokens(app, mail)) };
}

const encode = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
/** Signs a token as the server does, or with one difference. */
export const signToken = (claims: object, secret: string, alg = 'HS256', typ = 'at+jwt') =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg, typ }).sign(new TextEncoder().encode(secret));

/** Returns tokens that the server hasn't issued as they are. */
async function forgedTokens(app: HttpClient, mail: FakeMailServer, { sender, secret }: Issued): Promise<BadTokens> {
  const other = await signUp(app, mail);
  const [header = '', payload = '', signature = ''] = sender.token.split('.');
  const claims = decodeJwt(sender.token);
  const { sub, sid } = decodeJwt(other.token);
  const now = Math.floor(Date.now() / 1000);
  return {
    none: undefined,
    empty: '',
    'a text that isn’t a token': 'hola',
    'a key of the provider': PROVIDER_KEY,
    'too long': 'a'.repeat(5000),
    'alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    'alg None, signed': `${encode({ alg: 'None', typ: 'at+jwt' })}.${payload}.${signature}`,
    'another algorithm': await signToken(claims, secret.padEnd(64, 'x'), 'HS512'),
    'another key': await signToken(claims, 'another secret of thirty-two signs'),
    'no type': await signToken(claims, secret, 'HS256', 'JWT'),
    'another audience': await signToken({ ...claims, aud: 'x' }, secret),
    'another issuer': await signToken({ ...claims, iss: 'x' }, secret),
    'a signature without its last letter': `${header}.${payload}.${signature.slice(0, -1)}`,
    'the signature of another token': `${header}.${payload}.${other.token.split('.')[2]}`,
    'no signature': `${header}.${payload}.`,
    'a later expiry in its claims': `${header}.${encode({ ...claims, exp: now + 999_999 })}.${signature}`,
    'another client’s name in its claims': `${header}.${encode({ ...claims, username: other.username })}.${signature}`,
    'another client’s user in its claims': `${header}.${encode({ ...claims, sub })}.${signature}`,
    'another client’s session in its claims': `${header}.${encode({ ...claims, sid, sub })}.${signature}`,
    'an unknown session': await signToken({ ...claims, sid: crypto.randomUUID() }, secret),
    'an invalid session id': await signToken({ ...claims, sid: "' OR true --" }, secret),
    'a session with a null in its id': await signToken({ ...claims, sid: 'a\u0000b' }, secret),
    'no session': await signToken({ ...claims, sid: undefined }, secret),
    'no end': await signToken({ ...claims, exp: undefined }, secret),
    'an expiry in the past': await signToken({ ...claims, exp: now - 1 }, secret),
  };
}

/** Returns tokens of sessions that have ended. */
async function endedTokens(app: TestApp, mail: FakeMailServer): Promise<BadTokens> {
  const session = async () => {
    const owner = await signUp(app, mail);
    return { ...owner, other: await logIn(app, owner.username, owner.password) };
  };
  const out = await session();
  await app.call(access.logout, { token: out.token });

  const changed = await session();
  await app.call(access.modifyPassword, {
    token: changed.other,
    body: { currentPassword: changed.password, newPassword: 'otra2026' },
  });

  const reset = await session();
  await app.call(access.recover, { body: { email: reset.email } });
  const [, letter] = await mail.mailsTo(reset.email, 2);
  await app.call(access.resetPassword, { body: { token: tokenIn(letter), password: 'otra2026' } });

  const [idle, old] = [await signUp(app, mail), await signUp(app, mail)];
  await ageSession(app, idle, 'last_seen_at', 8);
  await ageSession(app, old, 'expires_at', 12);
  return {
    'logged out': out.token,
    'before a change of password': changed.token,
    'before a reset of the password': reset.other,
    'unused for eight hours': idle.token,
    'of a session older than twelve hours': old.token,
  };
}

/** Moves a session's times into the past by a number of hours. */
async function ageSession(app: TestApp, { token }: Sender, column: string, hours: number): Promise<void> {
  const { sid } = decodeJwt(token);
  await app.owner(`UPDATE sessions SET ${column} = ${column} - make_interval(hours => $2, secs => 1) WHERE id = $1`, [
    sid,
    hours,
  ]);
  await invalidateSessions(app);
}
