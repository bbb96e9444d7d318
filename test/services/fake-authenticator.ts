import { createHash, generateKeyPairSync, type JsonWebKey, randomBytes, sign } from 'node:crypto';
import type { CreationOptions, RequestOptions } from '#shared/people/second-factor/passkey-fields.ts';

/** CBOR (RFC 8949) of what an authenticator sends: whole numbers, bytes, texts and maps. */
function cbor(value: number | Buffer | string | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map((one) => cbor(one as Buffer))]);
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** What a test falsifies. */
interface Falsified {
  /** Page that asks the authenticator. */
  origin?: string;
  /** Domain that the authenticator signs for. */
  domain?: string;
  /** Counter of the signature. */
  counter?: number;
  /** Whether the person touched the authenticator. */
  present?: boolean;
}

/** A security key in a browser at `origin`, with one passkey. Its counter grows with each signature unless a test sets it. */
export function createFakeAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' }) as JsonWebKey;
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, challenge: string, page: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: page, crossOrigin: false }));

  function authenticatorData(domain: string, flags: number, count: number, credential = Buffer.alloc(0)): Buffer {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(domain), Buffer.from([flags]), counted, credential]);
  }

  return {
    /** Creates the passkey. @returns the answer to `addPasskey`, without a name */
    create({ challenge, rp }: CreationOptions, falsified: Falsified = {}) {
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const idLength = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), idLength, id, cbor(key)]);
      const data = authenticatorData(falsified.domain ?? rp.id, 0x41, falsified.counter ?? counter, credential);
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      );
      return {
        credential: id.toString('base64url'),
        client_data: clientData('webauthn.create', challenge, falsified.origin ?? origin).toString('base64url'),
        attestation: attestation.toString('base64url'),
        transports: ['usb'],
      };
    },
    /** Signs a challenge. @returns the answer to `loginPasskey` and `verifyPasskey` */
    answer({ challenge, rpId }: RequestOptions, falsified: Falsified = {}) {
      counter = falsified.counter ?? counter + 1;
      const data = authenticatorData(falsified.domain ?? rpId, falsified.present === false ? 0 : 1, counter);
      const client = clientData('webauthn.get', challenge, falsified.origin ?? origin);
      return {
        credential: id.toString('base64url'),
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      };
    },
  };
}

export type FakeAuthenticator = ReturnType<typeof createFakeAuthenticator>;
