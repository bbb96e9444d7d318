import { expect, test } from 'vitest';
import { createSecretEncryption, generateSecretsKey } from './encryption.ts';

const [first, second, third] = [generateSecretsKey(), generateSecretsKey(), generateSecretsKey()];
const secret = Buffer.from('doce meses');

test('a secret is read again by its key, also once the key is the previous one', () => {
  const encrypted = createSecretEncryption(first, '').encrypt(secret, 'totp 7');
  expect(encrypted.includes(secret)).toBe(false);
  expect(createSecretEncryption(first, '').decrypt(encrypted, 'totp 7')).toEqual(secret);
  expect(createSecretEncryption(second, first).decrypt(encrypted, 'totp 7')).toEqual(secret);
  expect(() => createSecretEncryption(second, third).decrypt(encrypted, 'totp 7')).toThrow('neither SECRETS_KEY');
});

test('the id of its key shows which secrets are due to be encrypted again', () => {
  const [older, newer] = [createSecretEncryption(first, ''), createSecretEncryption(second, first)];
  expect(older.encrypt(secret, 'a').subarray(0, 4)).toEqual(older.keyId);
  expect(newer.encrypt(secret, 'a').subarray(0, 4)).not.toEqual(older.keyId);
});

test('a changed secret and one of another use are refused', () => {
  const encryption = createSecretEncryption(first, '');
  const encrypted = encryption.encrypt(secret, 'totp 7');
  expect(() => encryption.decrypt(encrypted, 'totp 8')).toThrow();
  for (let at = 4; at < encrypted.length; at++) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => encryption.decrypt(changed, 'totp 7')).toThrow();
  }
  expect(() => encryption.decrypt(encrypted.subarray(0, 25), 'totp 7')).toThrow();
});

test('equal secrets are encrypted differently', () => {
  const { encrypt } = createSecretEncryption(first, '');
  expect(encrypt(secret, 'a')).not.toEqual(encrypt(secret, 'a'));
});
