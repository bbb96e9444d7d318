import { decodeJwt } from 'jose';
import type { ObservedResponse } from '#test/callers/http-client.ts';
import { readPdf } from '#test/callers/read-pdf.ts';

/** A client to watch for. */
interface TrackedClient {
  clientId: number;
  marker: string;
  username: string;
  /** Texts that identify this client. */
  marks: readonly string[];
}

/** The reader: a client by its marker, the provider (who may read all clients), or null (who may read none). */
type Reader = string | typeof PROVIDER | null;

const PROVIDER = Symbol('the provider');

/**
 * Searches responses for words of other clients. Uses unmistakable marks (a client's marker, tracking ids, checkouts,
 * tokens), so the check works without knowledge of the response.
 */
export interface LeakCheck {
  /** Registers words of a client. Before its marks are known, only its marker is searched. */
  track(client: Partial<TrackedClient> & Pick<TrackedClient, 'marker'>): void;
  /** Checks a response, whose reader follows from the request. For `TestAppOptions.onAnswer`. */
  answer(seen: ObservedResponse): Promise<void>;
  /**
   * Checks a text; `reader` is the marker of the receiving client, null for texts that may contain no client's words.
   */
  text(where: string, text: string, reader: string | null): void;
  /** Places with the reader's own words: a check without any match would prove nothing. */
  own: ReadonlySet<string>;
}

/** Thrown when a response contains another client's words. */
export class Leak extends Error {}

export function createLeakCheck(): LeakCheck {
  const clients = new Map<string, Partial<TrackedClient> & Pick<TrackedClient, 'marker'>>();
  const own = new Set<string>();
  const marksOf = ({ marker, marks = [] }: { marker: string; marks?: readonly string[] }) => [marker, ...marks];
  const whose = (fits: (client: Partial<TrackedClient> & Pick<TrackedClient, 'marker'>) => boolean): Reader =>
    [...clients.values()].find(fits)?.marker ?? null;

  /**
   * Returns the reader: the session's client, the client in the path of a call of the staff, or the owner of a page's
   * id.
   */
  function readerOf({ path, headers }: ObservedResponse): Reader {
    const token = headers.get('authorization')?.split(' ')[1];
    if (token?.includes('.')) {
      const { username } = decodeJwt(token);
      const name = String(username);
      // A client's other users have names such as 'equipo.<marker>'.
      return whose((client) => client.username === name || client.marker === name.split('.').at(-1));
    }
    const [, , clientId] = /\/ops\/v1\/(client\/|.*filter%5Bclient%5D=)(\d+)/.exec(path) ?? [];
    // A client with an unknown id is being registered.
    if (path.endsWith('/client/activate')) return whose((client) => client.clientId === undefined);
    if (clientId) return whose((client) => String(client.clientId ?? clientId) === clientId);
    const [, signedFor = ''] = /\/public\/label\/([0-9a-z]+)-/.exec(path) ?? [];
    if (signedFor) return whose((client) => client.clientId === Number.parseInt(signedFor, 36));
    const named = whose((client) => (client.marks ?? []).some((mark) => path.includes(mark)));
    return named ?? (headers.has('x-api-key') ? PROVIDER : null);
  }

  function look(where: string, text: string, reader: Reader): void {
    const lower = text.toLowerCase();
    for (const client of clients.values()) {
      const found = marksOf(client).find((mark) => lower.includes(mark.toLowerCase()));
      if (found === undefined || reader === PROVIDER) continue;
      if (client.marker !== reader) throw new Leak(`${where}: ${String(reader)} reads ${found} of ${client.marker}`);
      own.add(where);
    }
  }

  return {
    own,
    track: (client) => void clients.set(client.marker, { ...clients.get(client.marker), ...client }),
    text: look,
    async answer(seen) {
      const { method, path, answer } = seen;
      const names = [...answer.headers.values()].map(decoded).join('\n');
      const body = await textOf(answer);
      look(`${method} ${path}`, `${names}\n${body}`, readerOf(seen));
    },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the readable text of a response; empty for an image. */
async function textOf(answer: Response): Promise<string> {
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    // The stream doesn't end: the test that opens one checks it.
    void answer.body?.cancel();
    return '';
  }
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (!type.startsWith('application/pdf')) return new TextDecoder().decode(bytes);
  const { title, pages } = await readPdf(bytes, { scan: false });
  return [title, ...pages.map(({ text }) => text)].join('\n');
}
