import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { createSessionTokens } from './session-tokens.ts';

const SECRET = 'the secret that signs in this test';
const now = new Date('2026-08-03T12:00:00Z');
const later = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
const token = { sessionId: '0b2c6a4e-7d0f-4c1e-9a51-3f6f2f1f9d10', subject: '7', issuedAt: now, expiresAt: later(12) };

const tokens = createSessionTokens({ secret: SECRET, previous: '' });
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

test('a token opens its session until it expires', async () => {
  const signed = await tokens.sign(token, { username: 'ana' });
  expect(await tokens.verify(signed, later(11))).toEqual({
    sessionId: '0b2c6a4e-7d0f-4c1e-9a51-3f6f2f1f9d10',
    subject: '7',
  });
  expect(await tokens.verify(signed, later(12))).toBeNull();
});

test('a token of the previous secret is valid only while the secret is rotated', async () => {
  const old = await createSessionTokens({ secret: 'the secret of the year before this', previous: '' }).sign(token, {});
  const rotating = createSessionTokens({ secret: SECRET, previous: 'the secret of the year before this' });
  expect(await rotating.verify(old, now)).not.toBeNull();
  expect(await tokens.verify(old, now)).toBeNull();
});

test('forged tokens are refused', async () => {
  const signed = await tokens.sign(token, { username: 'ana' });
  const [header = '', payload = '', signature = ''] = signed.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const forged: Record<string, string> = {
    'no algorithm': `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    'no signature': `${header}.${payload}.`,
    'other claims': `${header}.${encode({ ...claims, sid: 'another session' })}.${signature}`,
    'another algorithm': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS512', typ: 'at+jwt' })
      .sign(new TextEncoder().encode(SECRET.repeat(2))),
    'another type': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(new TextEncoder().encode(SECRET)),
    'another audience': await new SignJWT({ ...claims, aud: 'someone else' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(new TextEncoder().encode(SECRET)),
    'no session': await new SignJWT({ ...claims, sid: undefined })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(new TextEncoder().encode(SECRET)),
    'no expiry': await new SignJWT({ ...claims, exp: undefined })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(new TextEncoder().encode(SECRET)),
    words: 'not a token',
    nothing: '',
    'too long': `${signed}${'a'.repeat(5000)}`,
  };
  for (const [name, text] of Object.entries(forged)) expect(await tokens.verify(text, now), name).toBeNull();
});
