import crypto, { type BinaryLike } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import fc from 'fast-check';
import { SEED } from './app/seed.ts';

// Makes everything random in a test file depend only on `TEST_SEED` and the file's path: arbitraries of fast-check, `Math.random`,
// and the bytes of which ids, tokens and codes are made.

/** Path of the test file below the repository's folder. Files that share a database must not create equal ids. */
let file = '';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

const sha512 = (text: BinaryLike) => crypto.createHash('sha512').update(text).digest();

let unused = Buffer.alloc(0);
let blocks = 0;

/** Begins the sequence of a test file. @param path absolute */
export function restartRandom(path: string): void {
  file = path.slice(process.cwd().length);
  unused = Buffer.alloc(0);
  blocks = 0;
}

/** Returns the next bytes of the file's sequence: hashes of seed, file and a counter. */
function nextBytes(size: number): Buffer {
  const parts = [unused];
  for (let length = unused.length; length < size; length += 64) parts.push(sha512(`${SEED} ${file} ${blocks++}`));
  const bytes = Buffer.concat(parts);
  unused = bytes.subarray(size);
  return bytes.subarray(0, size);
}

/** Returns a UUID of version 4. */
function randomUUID(): `${string}-${string}-${string}-${string}-${string}` {
  const bytes = nextBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = bytes.toString('hex');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}

function randomBytes(size: number, callback?: (error: null, bytes: Buffer) => void): Buffer | undefined {
  const bytes = nextBytes(size);
  if (!callback) return bytes;
  setImmediate(callback, null, bytes);
  return undefined;
}

Object.assign(crypto, { randomBytes, randomUUID });
// Named imports of the module get the replaced functions, too.
syncBuiltinESMExports();
Object.defineProperty(globalThis.crypto, 'randomUUID', { value: randomUUID, configurable: true });
Math.random = () => nextBytes(6).readUIntBE(0, 6) / 2 ** 48;
