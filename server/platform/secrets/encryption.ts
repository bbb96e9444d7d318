import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Bytes at the start of an encrypted secret that name its key. */
const KEY_ID_BYTES = 4;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets that the server must read again (AES-256-GCM). */
export interface SecretEncryption {
  /** Id of the key that encrypts. Secrets with another id are due to be encrypted again. */
  keyId: Buffer;
  /** @param use what the secret is and whose; decrypting needs the same text, so a secret can't be moved to another row */
  encrypt(secret: Buffer, use: string): Buffer;
  /** @throws Error if neither key is the secret's, or if the secret was changed or belongs to another use */
  decrypt(encrypted: Buffer, use: string): Buffer;
}

/**
 * Creates the encryption of the settings `SECRETS_KEY` and `SECRETS_KEY_PREVIOUS`: 32 bytes in base64url. An encrypted secret is
 * the key's id, the nonce, the tag and the ciphertext.
 *
 * @param previous key that still decrypts; '' for none
 */
export function createSecretEncryption(key: string, previous: string): SecretEncryption {
  const current = withId(key);
  const keys = previous ? [current, withId(previous)] : [current];
  return {
    keyId: current.id,
    encrypt(secret, use) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce).setAAD(Buffer.from(use));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([current.id, nonce, cipher.getAuthTag(), text]);
    },
    decrypt(encrypted, use) {
      const found = keys.find(({ id }) => id.equals(encrypted.subarray(0, KEY_ID_BYTES)));
      if (!found) throw new Error('a secret was encrypted by neither SECRETS_KEY nor SECRETS_KEY_PREVIOUS');
      const rest = encrypted.subarray(KEY_ID_BYTES);
      const [nonce, tag] = [rest.subarray(0, NONCE_BYTES), rest.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
      const decipher = createDecipheriv('aes-256-gcm', found.bytes, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(use)).setAuthTag(tag);
      return Buffer.concat([decipher.update(rest.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}

/** Generates a key. */
export const generateSecretsKey = (): string => randomBytes(32).toString('base64url');

function withId(key: string): { id: Buffer; bytes: Buffer } {
  const bytes = Buffer.from(key.trim(), 'base64url');
  const id = createHash('sha256').update('id of a key').update(bytes).digest().subarray(0, KEY_ID_BYTES);
  return { id, bytes };
}
