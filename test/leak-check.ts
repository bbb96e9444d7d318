import { decodeJwt } from 'jose';
import type { ObservedResponse } from './http-client.ts';
import { readPdf } from './read-pdf.ts';

/** A client as far as its words go. */
interface TrackedClient {
  clientId: number;
  marker: string;
  username: string;
  /** What stands for this client alone, wherever it is read. */
  marks: readonly string[];
}

/** Who reads: a client by its marker, the provider, who may read of all clients, or somebody who may read of none. */
type Reader = string | typeof PROVIDER | null;

const PROVIDER = Symbol('the provider');

/**
 * Looks for clients' words where others read. It goes by marks that are unmistakable (a client's marker, tracking ids,
 * checkouts, tokens), so it needs to know nothing of what it looks through.
 */
export interface LeakCheck {
  /** These words are this client's from now on. Until its marks are known its marker is all that is looked for. */
  track(client: Partial<TrackedClient> & Pick<TrackedClient, 'marker'>): void;
  /** Looks through an answer, whose reader is told by what was asked. For `TestAppOptions.onAnswer`. */
  answer(seen: ObservedResponse): Promise<void>;
  /** Looks through any text; `reader` is the marker of the client who gets it, null for what nobody's words belong in. */
  text(where: string, text: string, reader: string | null): void;
  /** Where words of the reader itself were found: a check that finds nothing anywhere proves nothing. */
  own: ReadonlySet<string>;
}

/** Words stand in somebody else's answer. */
export class Leak extends Error {}

export function createLeakCheck(): LeakCheck {
  const clients = new Map<string, Partial<TrackedClient> & Pick<TrackedClient, 'marker'>>();
  const own = new Set<string>();
  const marksOf = ({ marker, marks = [] }: { marker: string; marks?: readonly string[] }) => [marker, ...marks];
  const whose = (fits: (client: Partial<TrackedClient> & Pick<TrackedClient, 'marker'>) => boolean): Reader =>
    [...clients.values()].find(fits)?.marker ?? null;

  /** The session's client; of an operator's call the client that its address names; of a page the owner of its id. */
  function readerOf({ path, headers }: ObservedResponse): Reader {
    const token = headers.get('authorization')?.split(' ')[1];
    if (token?.includes('.')) {
      const { username } = decodeJwt(token);
      return whose((client) => client.username === username || client.marker === username);
    }
    const [, , clientId] = /\/ops\/v1\/(client\/|.*filter%5Bclient%5D=)(\d+)/.exec(path) ?? [];
    // One whose number nobody has told yet is being signed up.
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

/** What people read of an answer; of a picture nothing. */
async function textOf(answer: Response): Promise<string> {
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    // It has no end: whoever opens one looks through what it says.
    void answer.body?.cancel();
    return '';
  }
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (!type.startsWith('application/pdf')) return new TextDecoder().decode(bytes);
  const { title, pages } = await readPdf(bytes, { scan: false });
  return [title, ...pages.map(({ text }) => text)].join('\n');
}
