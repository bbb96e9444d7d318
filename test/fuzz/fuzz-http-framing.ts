import fc from 'fast-check';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { LONG, TOO_LONG, VALUES } from './fuzz-header-values.ts';
import type { WireRequest } from './raw-socket.ts';

/** A valid request before its mutation. */
export interface RightRequest {
  token: string;
  body: string;
  ids: readonly (string | number)[];
}

type Field = readonly [name: string, value: string];

const names = Object.keys(VALUES);
const anyByte = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
const listed = fc
  .constantFrom(...names)
  .chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...(VALUES[name] ?? ['x'])) },
        { weight: 1, arbitrary: anyByte },
      ),
    ),
  );
/** Malformed header fields. */
const broken = fc.constantFrom<Field>(
  ['X-A', 'a\r\n b'],
  ['X-A', 'a\r\n\tb: c'],
  ['X-A', 'a\nX-B: c'],
  ['X-A', 'a\rb'],
  ['X-A', 'a\0b'],
  ['X-A', TOO_LONG],
  ['X A', 'b'],
  ['X-A ', 'b'],
  ['', 'b'],
  ['X\0A', 'b'],
  ['X-\xe9', 'b'],
  [TOO_LONG, 'b'],
  ['Content-Length ', '5'],
  ['Transfer-Encoding\t', 'chunked'],
  ['Host\r\n', 'x'],
);

const change = fc.record({
  field: fc.oneof({ weight: 19, arbitrary: listed as fc.Arbitrary<Field> }, { weight: 1, arbitrary: broken }),
  /** Replaces the valid field or is added to it. */
  instead: fc.boolean(),
});

type Framing = (body: string) => { fields: Field[]; sent: string };

const declared: Framing = (body) => ({
  fields: [['Content-Length', String(Buffer.byteLength(body, 'latin1'))]],
  sent: body,
});
const chunk = (body: string, extension = '') => `${body.length.toString(16)}${extension}\r\n${body}\r\n`;
const chunked =
  (sent: (body: string) => string): Framing =>
  (body) => ({ fields: [['Transfer-Encoding', 'chunked']], sent: sent(body) });

const FRAMINGS: readonly Framing[] = [
  chunked((body) => `${chunk(body)}0\r\n\r\n`),
  chunked((body) => `${chunk(body, ';a=b;c="d"')}0;x\r\n\r\n`),
  chunked((body) => `${chunk(body, `;${LONG}`)}0\r\n\r\n`),
  chunked((body) => `${chunk(body)}0\r\nAuthorization: Bearer x\r\nContent-Length: 1\r\n\r\n`),
  chunked((body) => `${chunk(body)}0\r\n${'X-A: b\r\n'.repeat(2000)}\r\n`),
  chunked((body) => `ffffffffffffffff\r\n${body}\r\n0\r\n\r\n`),
  chunked((body) => `-1\r\n${body}\r\n0\r\n\r\n`),
  chunked((body) => `0x${chunk(body)}0\r\n\r\n`),
  chunked((body) => `${body.length.toString(16)}\n${body}\n0\n\n`),
  chunked((body) => `1\r\n${body}\r\n0\r\n\r\n`),
  chunked(() => 'zz\r\n\r\n'),
  (body) => ({ fields: [...declared(body).fields, ['Transfer-Encoding', 'chunked']], sent: `${chunk(body)}0\r\n\r\n` }),
  (body) => ({ fields: [...declared(body).fields, ['Content-Length', '1']], sent: body }),
  (body) => ({ fields: [['Content-Length', String(body.length + 5)]], sent: body }),
  (body) => ({ fields: [['Content-Length', String(Math.max(0, body.length - 1))]], sent: body }),
  (body) => ({ fields: [], sent: body }),
];

const METHODS = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PATCH',
  'DELETE',
  'PRI',
  'get',
  'CONNECT',
  'PROPFIND',
  'X'.repeat(300),
  'G\0T',
];
const VERSIONS = ['HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', 'HTTP/1.1 ', '', 'HTCPCP/1.0'];
const TARGETS = [
  '*',
  '',
  'http://evil.example/api/login',
  'evil.example:443',
  '//',
  '/\\',
  '/api/%',
  '/%00',
  '/api/v1/%ff%fe',
  '/a b',
  '/api/../api/login',
  '/api//login',
  '/api/login;x',
  '/api/login#x',
  `/${LONG}`,
  `/${TOO_LONG}`,
  '/\xe9',
  '?',
  '/?',
  '/api/login?%',
];

/** Generates mostly the valid value: single faults reach deeper code than several at once. */
const rarely = <T>(right: T, ...others: readonly T[]) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(right) },
    { weight: others.length > 4 ? 4 : 1, arbitrary: fc.constantFrom(...others) },
  );

/** Generates a request with a hostile request line, headers or framing, and a body that is valid or nearly valid. */
export function fuzzedHttpRequest(
  { method, path, upload }: AnyEndpoint,
  right: RightRequest,
): fc.Arbitrary<WireRequest> {
  const ids = right.ids.map(String);
  const target = `/api${path.replace(/:[a-zA-Z]+/g, () => ids[0] ?? 'x')}`;
  const body = method === 'GET' ? '' : upload ? fileForm() : right.body;
  const type = upload ? 'multipart/form-data; boundary=frontera' : 'application/json';
  return fc
    .record({
      method: rarely(method as string, ...METHODS),
      target: rarely(target, ...TARGETS),
      version: rarely('HTTP/1.1', ...VERSIONS),
      changes: fc.array(change, { minLength: 0, maxLength: 4 }),
      framing: rarely(declared, ...(body === '' ? FRAMINGS.slice(0, 3) : FRAMINGS)),
      login: rarely(right.token, ''),
      newline: rarely('\r\n', '\n', '\r'),
      before: rarely('', '\r\n', '\0', ' ', '\r\n\r\n\r\n'),
      pipelined: fc.boolean(),
      cut: fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(400) }),
    })
    .map(({ changes, framing, login, newline, pipelined, cut, ...line }): WireRequest => {
      const framed = body === '' && framing === declared ? { fields: [], sent: '' } : framing(body);
      const base: Field[] = [
        ['Host', 'localhost'],
        ...(login ? [['Authorization', `Bearer ${login}`] as const] : []),
        ...(body ? [['Content-Type', type] as const] : []),
        ...framed.fields,
      ];
      const replaced = new Set(changes.filter(({ instead }) => instead).map(({ field: [name] }) => name.toLowerCase()));
      const kept = base.filter(([name]) => !replaced.has(name.toLowerCase()));
      const fields = [
        ...kept,
        ...changes.map(({ field }) => field),
        ...(pipelined ? [] : [['Connection', 'close'] as const]),
      ];
      const head = [
        `${line.method} ${line.target} ${line.version}`,
        ...fields.map(([name, value]) => `${name}: ${value}`),
      ];
      const sent = `${line.before}${head.join(newline)}${newline}${newline}${framed.sent}`;
      const next = pipelined ? 'GET /api/portal/settings HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' : '';
      const hostileLength = changes.some(({ field: [name] }) =>
        /^(content-length|transfer-encoding|expect|upgrade)/i.test(name),
      );
      const open = framing !== declared || hostileLength || newline !== '\r\n' || line.version !== 'HTTP/1.1';
      return { sent: sent + next, cutAt: cut, open };
    });
}

const fileForm = () =>
  '--frontera\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nnro_orden\r\n1\r\n--frontera--\r\n';
